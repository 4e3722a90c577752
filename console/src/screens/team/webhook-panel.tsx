import { useState } from 'preact/hooks';
import { useRead } from '../../api/cache.ts';
import type { Page } from '../../api/types.ts';
import { goWith } from '../../app/router.ts';
import { EditButton } from '../../frames/edit-button.tsx';
import { Panel, PanelHeading } from '../../frames/panel.tsx';
import { ActionButton } from '../../kit/action.tsx';
import { Facts } from '../../kit/facts.tsx';
import { Secret } from '../../kit/secret.tsx';
import { State } from '../../kit/states.tsx';
import { moment } from '../../kit/values.ts';
import { filled, words } from '../../words/index.ts';
import { ToldProblem } from '../../kit/told-problem.tsx';
import { webhookFields } from './webhook-fields.ts';

type Webhook = {
  readonly id: string;
  readonly url: string;
  readonly description: string | null;
  readonly event_types: readonly string[];
  readonly status: string;
  readonly disabled_reason: string | null;
  readonly max_concurrency: number;
  readonly header_names: readonly string[];
  readonly failing_since: string | null;
  readonly version: number;
};
type Delivery = {
  readonly id: string;
  readonly event_type: string;
  readonly status: string;
  readonly attempts: number;
  readonly response_status: number | null;
  readonly response_excerpt: string | null;
  readonly error: string | null;
  readonly created_at: string;
};

const needs = 'webhooks:manage';

export function WebhookPanel({ id }: { readonly id: string }) {
  const w = words.value.webhookList;
  const path = `webhooks/${id}`;
  const { data: hook, problem } = useRead<Webhook>(path);
  const [secret, setSecret] = useState<string>();
  const changes = ['webhooks'];
  return (
    <Panel
      title={hook?.url ?? ''}
      isLoaded={hook !== undefined}
      problem={problem}
      actions={
        hook && (
          <>
            <ActionButton label={w.test} path={`webhooks/${id}/test`} needs={needs} changes={changes} />
            <EditButton path={`webhooks/${id}`} needs={needs} fields={webhookFields()} changes={changes} />
            {hook.status === 'enabled' ? (
              <ActionButton label={w.disable} path={`webhooks/${id}/disable`} needs={needs} changes={changes} />
            ) : (
              <ActionButton label={w.enable} path={`webhooks/${id}/enable`} needs={needs} changes={changes} isPrimary />
            )}
            <ActionButton
              label={w.replay}
              path={`webhooks/${id}/replay`}
              needs={needs}
              fields={[
                { name: 'since', label: w.since, kind: 'day', isRequired: true },
                { name: 'missed_only', label: w.missedOnly, kind: 'yes' },
              ]}
              start={{ missed_only: true }}
              complete={({ since, ...body }) => ({ ...body, since: `${String(since)}T00:00:00Z` })}
              changes={changes}
            />
            <ActionButton
              label={w.headers}
              path={`webhooks/${id}/headers`}
              method="PUT"
              needs={needs}
              fields={[
                { name: 'name', label: w.headerName, placeholder: 'authorization', hint: w.headersHint },
                { name: 'value', label: w.headerValue, kind: 'password' },
              ]}
              complete={({ name, value }) => ({ headers: typeof name === 'string' ? { [name]: value ?? '' } : {} })}
              changes={changes}
            />
            <ActionButton
              label={w.rotate}
              path={`webhooks/${id}/rotate-secret`}
              needs={needs}
              fields={[{ name: 'overlap_hours', label: w.overlap, kind: 'whole', isRequired: true }]}
              start={{ overlap_hours: 24 }}
              changes={changes}
              onDone={(answer) => setSecret((answer as { readonly secret?: string }).secret)}
            />
            <ActionButton
              label={words.value.form.delete}
              path={`webhooks/${id}`}
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
      {hook && (
        <>
          <Facts
            of={[
              [w.status, <State key="status" of={hook.status} />],
              [w.reason, hook.disabled_reason],
              [w.failingSince, hook.failing_since && moment(hook.failing_since)],
              [w.description, hook.description],
              [w.events, hook.event_types.join(', ')],
              [w.headers, hook.header_names.join(', ')],
            ]}
          />
          <Deliveries id={id} />
        </>
      )}
      {secret !== undefined && <Secret title={w.secret} secret={secret} onClose={() => setSecret(undefined)} />}
    </Panel>
  );
}

function Deliveries({ id }: { readonly id: string }) {
  const w = words.value.webhookList;
  const { data } = useRead<Page<Delivery>>(`webhooks/${id}/deliveries?limit=20`);
  if (data === undefined) return null;
  return (
    <>
      <PanelHeading>{w.deliveries}</PanelHeading>
      {data.data.length === 0 && <p class="quiet">{w.noDeliveries}</p>}
      <ul class="entries">
        {data.data.map((one) => (
          <li key={one.id}>
            <span>{one.event_type}</span>
            <State of={one.status} />
            <small class="quiet">
              {moment(one.created_at)} · {filled(w.attempts, { n: one.attempts })}
              {one.response_status !== null && ` · HTTP ${one.response_status}`}
              {one.error !== null && ' · '}
              {one.error !== null && <ToldProblem of={one.error} />}
            </small>
            <ActionButton
              label={w.again}
              path={`webhooks/${id}/deliveries/${one.id}/replay`}
              needs={needs}
              changes={['webhooks']}
            />
          </li>
        ))}
      </ul>
    </>
  );
}
