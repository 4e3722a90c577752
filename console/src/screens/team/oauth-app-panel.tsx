import { useState } from 'preact/hooks';
import { useRead } from '../../api/cache.ts';
import { goWith } from '../../app/router.ts';
import { EditButton } from '../../frames/edit-button.tsx';
import { Panel, PanelHeading } from '../../frames/panel.tsx';
import { ActionButton } from '../../kit/action.tsx';
import { type Fact, Facts } from '../../kit/facts.tsx';
import { Secret } from '../../kit/secret.tsx';
import { moment } from '../../kit/values.ts';
import { words } from '../../words/index.ts';
import { useKeyScopes } from './api-key-fields.ts';
import { AppConnections } from './app-connections.tsx';
import { oauthAppFields } from './oauth-app-fields.ts';
import { ScopeList } from './scope-list.tsx';
import { stampName, type Stamp } from '../../words/stamp-name.ts';

type App = {
  readonly id: string;
  readonly client_id: string;
  readonly name: string;
  readonly type: 'confidential' | 'public';
  readonly redirect_uris: readonly string[];
  readonly scopes: readonly string[];
  readonly secret_prefix: string | null;
  readonly rotated_at: string | null;
  readonly previous_valid_until: string | null;
  readonly created_at: string;
  readonly created_by: Stamp;
};

const needs = 'keys:manage';
const changes = ['oauth-apps', 'connected-apps'];

export function OauthAppPanel({ id }: { readonly id: string }) {
  const w = words.value.oauthAppList;
  const path = `oauth-apps/${id}`;
  const { data: app, problem } = useRead<App>(path);
  const [secret, setSecret] = useState<string>();
  const options = useKeyScopes();
  const isPublic = app?.type === 'public';
  return (
    <Panel
      title={app?.name ?? ''}
      isLoaded={app !== undefined}
      problem={problem}
      actions={
        app && (
          <>
            {!isPublic && (
              <ActionButton
                label={w.rotate}
                path={`oauth-apps/${id}/rotate`}
                needs={needs}
                fields={[{ name: 'grace_hours', label: w.grace, kind: 'whole', isRequired: true }]}
                start={{ grace_hours: 24 }}
                changes={changes}
                onDone={(answer) => setSecret((answer as { readonly client_secret?: string }).client_secret)}
              />
            )}
            <EditButton
              path={path}
              needs={needs}
              fields={oauthAppFields(options, { isNew: false, isPublic })}
              changes={changes}
            />
            <ActionButton
              label={words.value.form.delete}
              path={path}
              method="DELETE"
              needs={needs}
              warning={w.deleteHint}
              changes={changes}
              isDangerous
              onDone={() => goWith({ open: undefined })}
            />
          </>
        )
      }
    >
      {app && (
        <>
          <Facts of={factsOf(app)} />
          <PanelHeading>{w.connections}</PanelHeading>
          <AppConnections app={id} />
          <PanelHeading>{w.scopes}</PanelHeading>
          <ScopeList of={app.scopes} />
        </>
      )}
      {secret !== undefined && <Secret title={w.secret} secret={secret} onClose={() => setSecret(undefined)} />}
    </Panel>
  );
}

/** All that a platform asks for, to be copied there. */
function factsOf(app: App): readonly Fact[] {
  const { apiKeyList: k, oauthAppList: w } = words.value;
  const server = `${location.origin}/api/mcp/oauth`;
  return [
    [w.clientId, <code key="id">{app.client_id}</code>],
    [w.secretPrefix, app.secret_prefix && <code key="secret">{app.secret_prefix}…</code>],
    [w.authorizeUrl, <code key="authorize">{`${server}/authorize`}</code>],
    [w.tokenUrl, <code key="token">{`${server}/token`}</code>],
    [w.redirects, app.redirect_uris.join(', ')],
    [w.type, w[app.type]],
    [k.maker, stampName(app.created_by)],
    [k.created, moment(app.created_at)],
    [k.rotated, app.rotated_at && moment(app.rotated_at)],
    [w.oldUntil, app.previous_valid_until && moment(app.previous_valid_until)],
  ];
}
