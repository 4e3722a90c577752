import { useState } from 'preact/hooks';
import { useRead } from '../../api/cache.ts';
import { useMe } from '../../app/me.ts';
import { EditButton } from '../../frames/edit-button.tsx';
import { Panel, PanelHeading } from '../../frames/panel.tsx';
import { ActionButton } from '../../kit/action.tsx';
import { type Fact, Facts } from '../../kit/facts.tsx';
import { Secret } from '../../kit/secret.tsx';
import { State } from '../../kit/states.tsx';
import { home, money, moment } from '../../kit/values.ts';
import { filled, words } from '../../words/index.ts';
import { apiKeyFields, keyBody, useKeyScopes } from './api-key-fields.ts';
import { ScopeList } from './scope-list.tsx';
import { stampName, type Stamp } from '../../words/stamp-name.ts';

type ByCurrency = Readonly<Record<string, string>> | null;
type ApiKey = {
  readonly id: string;
  readonly member_id: string;
  readonly name: string;
  readonly prefix: string;
  readonly status: string;
  readonly scopes: readonly string[];
  readonly ip_allow: readonly string[] | null;
  readonly limits: {
    readonly max_amount_per_write: ByCurrency;
    readonly max_amount_per_day: ByCurrency;
    readonly max_writes_per_day: number | null;
    readonly requests_per_minute: number | null;
  };
  readonly expires_at: string | null;
  readonly last_used_at: string | null;
  readonly last_used_from: string | null;
  readonly rotated_at: string | null;
  readonly previous_valid_until: string | null;
  readonly created_at: string;
  readonly created_by: Stamp;
};

const needs = 'keys:manage';
const changes = ['api-keys'];

export function ApiKeyPanel({ id }: { readonly id: string }) {
  const w = words.value.apiKeyList;
  const path = `api-keys/${id}`;
  const { data: key, problem } = useRead<ApiKey>(path);
  const [secret, setSecret] = useState<string>();
  const me = useMe();
  const options = useKeyScopes();
  const isActive = key?.status === 'active';
  return (
    <Panel
      title={key?.name ?? ''}
      isLoaded={key !== undefined}
      problem={problem}
      actions={
        key && (
          <>
            {isActive && key.member_id === me?.member?.id && (
              <ActionButton
                label={w.rotate}
                path={`api-keys/${id}/rotate`}
                needs={needs}
                fields={[{ name: 'grace_hours', label: w.grace, kind: 'whole', isRequired: true }]}
                start={{ grace_hours: 24 }}
                changes={changes}
                onDone={(answer) => setSecret((answer as { readonly key?: string }).key)}
              />
            )}
            {key.status !== 'revoked' && (
              <>
                <EditButton
                  path={path}
                  needs={needs}
                  fields={apiKeyFields(options)}
                  complete={keyBody}
                  changes={changes}
                />
                <ActionButton
                  label={w.revoke}
                  path={path}
                  method="DELETE"
                  needs={needs}
                  warning={w.revokeHint}
                  changes={changes}
                  isDangerous
                />
              </>
            )}
          </>
        )
      }
    >
      {key && (
        <>
          <Facts of={factsOf(key)} />
          <PanelHeading>{w.scopes}</PanelHeading>
          <ScopeList of={key.scopes} />
        </>
      )}
      {secret !== undefined && <Secret title={w.secret} secret={secret} onClose={() => setSecret(undefined)} />}
    </Panel>
  );
}

function factsOf(key: ApiKey): readonly Fact[] {
  const w = words.value.apiKeyList;
  const { limits } = key;
  const currency = home.currency.value;
  return [
    [w.status, <State key="status" of={key.status} />],
    [w.prefix, <code key="prefix">{key.prefix}…</code>],
    [w.maker, stampName(key.created_by)],
    [w.created, moment(key.created_at)],
    [w.lastUsed, key.last_used_at === null ? w.never : moment(key.last_used_at)],
    [w.from, key.last_used_from],
    [w.expires, key.expires_at === null ? w.noExpiry : moment(key.expires_at)],
    [w.rotated, key.rotated_at && moment(key.rotated_at)],
    [w.oldUntil, key.previous_valid_until && moment(key.previous_valid_until)],
    [w.addresses, key.ip_allow === null ? w.anyAddress : key.ip_allow.join(', ')],
    [w.perMinute, limits.requests_per_minute?.toString()],
    [w.writesPerDay, limits.max_writes_per_day?.toString()],
    [filled(w.perWrite, { currency }), amountsIn(limits.max_amount_per_write)],
    [filled(w.perDay, { currency }), amountsIn(limits.max_amount_per_day)],
  ];
}

function amountsIn(amounts: ByCurrency): string | undefined {
  if (amounts === null) return undefined;
  return Object.entries(amounts)
    .map(([currency, amount]) => money(amount, currency))
    .join(', ');
}
