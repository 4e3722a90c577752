import { useRead } from '../../api/cache.ts';
import type { Subject } from '../../api/types.ts';
import { homeOf } from '../../app/homes.ts';
import { ListScreen } from '../../frames/list-screen.tsx';
import { Panel } from '../../frames/panel.tsx';
import { ActionButton } from '../../kit/action.tsx';
import { Facts } from '../../kit/facts.tsx';
import { State } from '../../kit/states.tsx';
import { moment } from '../../kit/values.ts';
import { named, words } from '../../words/index.ts';
import { useApiNames, writeName } from '../../words/api-names.ts';
import { type Preview, PreviewOfWrite } from './approval-preview.tsx';
import { calledOf } from './subject.ts';
import { stampName, type Stamp } from '../../words/stamp-name.ts';

type Approval = {
  readonly id: string;
  readonly status: string;
  readonly action: string;
  readonly reason: string;
  readonly client: string | null;
  /** The record concerned; null where there are many. */
  readonly subject: Subject | null;
  readonly created_by: Stamp;
  readonly created_at: string;
  readonly expires_at: string;
  readonly decided_at: string | null;
  readonly decided_by: Stamp | null;
  readonly note: string | null;
  readonly preview: Preview;
};

/** Writes of AI apps that wait for a person's approval. */
export function Approvals() {
  useApiNames();
  const t = words.value.team.ai;
  return (
    <ListScreen<Approval>
      title={words.value.approvals}
      list={{ path: 'approvals', fields: 'status,action,subject,client,created_at', sort: '-created_at' }}
      views={[
        { name: 'pending', title: t.pending, query: 'status=pending' },
        { name: 'all', title: words.value.all, query: '' },
      ]}
      actions={
        <>
          <a class="button" href="/ai/practice">
            {t.practice}
          </a>
          <a class="button" href="/ai/activity">
            {t.activity}
          </a>
        </>
      }
      empty={{ title: words.value.noneWaiting, hint: t.emptyHint }}
      panel={(id) => <ApprovalPanel key={id} id={id} />}
      columns={[
        {
          key: 'what',
          title: t.what,
          width: 'minmax(10rem, 3fr)',
          phone: 'lead',
          cell: ({ subject, action }) => [writeName(action), subject && calledOf(subject)].filter(Boolean).join(' · '),
        },
        { key: 'who', title: t.app, phone: 'note', isExtra: true, cell: ({ client }) => client },
        { key: 'when', title: t.when, width: '11rem', isExtra: true, cell: ({ created_at }) => moment(created_at) },
        { key: 'status', title: t.status, width: '8rem', phone: 'mark', cell: ({ status }) => <State of={status} /> },
      ]}
    />
  );
}

function About({ of }: { readonly of: Subject }) {
  const home = homeOf(of.id);
  return home === undefined ? calledOf(of) : <a href={home}>{calledOf(of)}</a>;
}

function ApprovalPanel({ id }: { readonly id: string }) {
  const t = words.value.team.ai;
  const { data: one, problem } = useRead<Approval>(`approvals/${id}`);
  const note = { fields: [{ name: 'note', label: t.note, isWide: true }], needs: 'approvals:decide', changes: [''] };
  return (
    <Panel
      eyebrow={one?.client}
      title={one === undefined ? '' : writeName(one.action)}
      isLoaded={one !== undefined}
      problem={problem}
      actions={
        one?.status === 'pending' && (
          <>
            <ActionButton {...note} label={t.approve} path={`approvals/${id}/approve`} isPrimary letter="a" />
            <ActionButton {...note} label={t.reject} path={`approvals/${id}/reject`} isDangerous />
          </>
        )
      }
    >
      {one && (
        <>
          <Facts
            of={[
              [t.what, one.subject && <About of={one.subject} />],
              [t.status, <State key="state" of={one.status} />],
              [t.app, stampName(one.created_by)],
              [t.why, named(t.reasons, one.reason)],
              [t.when, moment(one.created_at)],
              [t.until, one.status === 'pending' && moment(one.expires_at)],
              [
                t.decided,
                one.decided_by && `${stampName(one.decided_by)}, ${moment(one.decided_at ?? one.created_at)}`,
              ],
              [t.note, one.note],
            ]}
          />
          <PreviewOfWrite of={one.preview} />
        </>
      )}
    </Panel>
  );
}
