import { call, type Problem, Refused } from '../../api/call.ts';
import { useRead } from '../../api/cache.ts';
import { ListScreen } from '../../frames/list-screen.tsx';
import { Panel } from '../../frames/panel.tsx';
import { ActionButton } from '../../kit/action.tsx';
import { Download } from '../../kit/download.tsx';
import { Facts } from '../../kit/facts.tsx';
import { say } from '../../kit/toast.tsx';
import { said } from '../../kit/said.ts';
import { moment } from '../../kit/values.ts';
import { auditValue } from './audit-value.ts';
import { fieldName, useApiNames, writeName } from '../../words/api-names.ts';
import { language, named, refusals, words } from '../../words/index.ts';
import { useProblemWords } from '../../words/problems.ts';
import { stampName, type Stamp } from '../../words/stamp-name.ts';

type Row = {
  readonly id: string;
  readonly at: string;
  readonly actor: Stamp;
  readonly action: string;
  readonly target_id: string | null;
  readonly door: string;
};
type Entry = Row & {
  readonly ip: string | null;
  readonly request_id: string;
  readonly refused: string | null;
  readonly hash: string | null;
  readonly mcp_client: string | null;
  readonly changes: readonly { readonly field: string; readonly before: unknown; readonly after: unknown }[];
};

export function AuditLog() {
  useApiNames();
  const w = words.value.auditLog;
  const doors = Object.entries(w.doors).map(([value, label]) => ({ value, label }));
  return (
    <ListScreen<Row>
      title={w.title}
      list={{ path: 'audit-log', fields: 'at,actor,action,target_id,door', sort: '-at', operation: 'list_audit_log' }}
      filters={[
        { name: 'action', label: w.find, kind: 'find' },
        { name: 'door', label: w.door, kind: 'choice', options: doors },
        { name: 'from', as: 'at[gte]', moment: 'start', label: w.from, kind: 'day' },
        { name: 'until', as: 'at[lte]', moment: 'end', label: w.until, kind: 'day' },
        { name: 'target_id', label: w.record, kind: 'hidden' },
        { name: 'actor_id', label: w.who, kind: 'hidden' },
      ]}
      empty={{ title: w.empty }}
      actions={<Proofs />}
      panel={(id) => <EntryPanel key={id} id={id} />}
      columns={[
        { key: 'at', title: w.when, width: '11rem', phone: 'note', cell: ({ at }) => moment(at) },
        {
          key: 'action',
          title: w.action,
          width: 'minmax(8rem, 1fr)',
          phone: 'lead',
          cell: ({ action }) => writeName(action),
        },
        { key: 'actor', title: w.who, phone: 'amount', cell: ({ actor }) => stampName(actor) },
        { key: 'door', title: w.door, width: '6rem', phone: 'mark', cell: ({ door }) => named(w.doors, door) },
        { key: 'target', title: w.record, isExtra: true, cell: ({ target_id }) => target_id },
      ]}
    />
  );
}

function Proofs() {
  const w = words.value.auditLog;
  const verify = async () => {
    try {
      const { ok, found } = await call<{ ok: boolean; found: readonly { message: string }[] }>('audit-log/verify');
      say(ok ? w.verified : language.value === 'en' ? (found[0]?.message ?? w.broken) : w.broken);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      say(said(error.problem));
    }
  };
  return (
    <>
      <button type="button" onClick={() => void verify()}>
        {w.verify}
      </button>
      <Download path="audit-log/export" name="audit-log.ndjson" onFault={say}>
        {w.export}
      </Download>
      <Notices />
    </>
  );
}

/** Address that is mailed the end of the chain: a copy outside of the service shows removals inside it. */
function Notices() {
  const w = words.value.auditLog;
  const { data } = useRead<{ readonly email: string | null; readonly version: number }>('audit-log/notices');
  return (
    <ActionButton
      label={w.notices}
      path="audit-log/notices"
      method="PUT"
      needs="organization:write"
      fields={[{ name: 'email', label: words.value.email, kind: 'email', isWide: true, hint: w.noticesHint }]}
      start={data ?? {}}
      complete={({ email = null }) => ({ email, version: data?.version })}
      changes={['audit-log/notices']}
    />
  );
}

function EntryPanel({ id }: { readonly id: string }) {
  const w = words.value.auditLog;
  const isNamed = useProblemWords();
  const { data: entry, problem }: { data?: Entry; problem?: Problem } = useRead<Entry>(`audit-log/${id}`);
  return (
    <Panel
      title={entry === undefined ? '' : writeName(entry.action)}
      isLoaded={entry !== undefined && isNamed}
      problem={problem}
    >
      {entry && (
        <>
          <Facts
            of={[
              [w.when, moment(entry.at)],
              [w.who, stampName(entry.actor)],
              [w.door, [named(w.doors, entry.door), entry.mcp_client].filter(Boolean).join(' · ')],
              [w.record, entry.target_id && <a href={`/audit-log?target_id=${entry.target_id}`}>{entry.target_id}</a>],
              [w.refused, entry.refused && (refusals.value[entry.refused] ?? entry.refused)],
              [w.ip, entry.ip],
              [w.request, entry.request_id],
              [w.hash, entry.hash && <code>{entry.hash.slice(0, 16)}…</code>],
            ]}
          />
          {entry.changes.length > 0 && (
            <table class="lines changes">
              <caption>{w.changes}</caption>
              <thead>
                <tr>
                  <th scope="col">{w.field}</th>
                  <th scope="col">{w.before}</th>
                  <th scope="col">{w.after}</th>
                </tr>
              </thead>
              <tbody>
                {entry.changes.map(({ field, before, after }) => (
                  <tr key={field}>
                    <th scope="row">{fieldName(field)}</th>
                    <td>{auditValue(field, before)}</td>
                    <td>{auditValue(field, after)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          )}
        </>
      )}
    </Panel>
  );
}
