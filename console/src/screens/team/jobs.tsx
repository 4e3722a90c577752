import { RecordList } from '../../frames/record-list.tsx';
import { ActionButton } from '../../kit/action.tsx';
import { State } from '../../kit/states.tsx';
import { figure, moment } from '../../kit/values.ts';
import { named, words } from '../../words/index.ts';
import { ToldProblem } from '../../kit/told-problem.tsx';

type Job = {
  readonly id: string;
  readonly kind: string;
  readonly state: string;
  readonly progress: number;
  readonly error: string | null;
  readonly attempts: number;
  readonly run_at: string;
  readonly created_at: string;
};

const needs = 'organization:write';
const changes = ['jobs'];

/** Background jobs: failed ones can be retried, queued ones cancelled. */
export function Jobs() {
  const t = words.value.team.jobs;
  return (
    <RecordList<Job>
      title={t.title}
      list={{ path: 'jobs', fields: 'kind,state,progress,error,attempts,run_at,created_at', sort: '-created_at' }}
      views={[
        { name: 'failed', title: words.value.states.failed, query: 'state=failed' },
        { name: 'open', title: t.open, query: 'state=queued,running' },
        { name: 'all', title: words.value.all, query: '' },
      ]}
      empty={{ title: t.empty }}
      columns={[
        {
          key: 'kind',
          title: t.kind,
          width: 'minmax(9rem, 2fr)',
          phone: 'lead',
          cell: ({ kind }) => named(t.kinds, kind),
        },
        { key: 'when', title: t.when, width: '12rem', phone: 'note', cell: ({ created_at }) => moment(created_at) },
        {
          key: 'done',
          title: t.progress,
          width: '7rem',
          isExtra: true,
          isFigure: true,
          cell: (one) => `${one.progress} %`,
        },
        { key: 'state', title: t.state, width: '9rem', phone: 'mark', cell: ({ state }) => <State of={state} /> },
      ]}
      kind={{
        path: (id) => `jobs/${id}`,
        changes,
        name: ({ kind }) => named(t.kinds, kind),
        facts: (one) => [
          [t.state, <State key="state" of={one.state} />],
          [t.progress, `${one.progress} %`],
          [t.attempts, figure(String(one.attempts))],
          [t.when, moment(one.created_at)],
          [t.next, one.state === 'queued' && moment(one.run_at)],
          [t.error, one.error && <ToldProblem key="error" of={one.error} />],
        ],
        actions: ({ id, state }) => (
          <>
            {state === 'failed' && (
              <ActionButton label={t.retry} path={`jobs/${id}/retry`} needs={needs} changes={changes} isPrimary />
            )}
            {state === 'queued' && (
              <ActionButton label={t.cancel} path={`jobs/${id}/cancel`} needs={needs} changes={changes} isDangerous />
            )}
          </>
        ),
      }}
    />
  );
}
