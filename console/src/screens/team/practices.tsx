import { ListScreen } from '../../frames/list-screen.tsx';
import { ActionButton } from '../../kit/action.tsx';
import { State } from '../../kit/states.tsx';
import { moment } from '../../kit/values.ts';
import { words } from '../../words/index.ts';
import { PracticePanel } from './practice-panel.tsx';

type Practice = {
  readonly id: string;
  readonly status: string;
  readonly token_name: string;
  readonly writes: number;
  readonly created_at: string;
};

const source = { path: 'mcp/tokens', label: 'name', note: 'prefix', isWhole: true };

/** Practices of AI apps, which nothing in the books comes from until somebody promotes them. */
export function Practices() {
  const t = words.value.team.ai;
  return (
    <ListScreen<Practice>
      title={t.practice}
      list={{ path: 'mcp/practices', fields: 'status,token_name,writes,created_at', sort: '-created_at' }}
      views={[
        { name: 'running', title: words.value.states.running, query: 'status=running,expired' },
        { name: 'all', title: words.value.all, query: '' },
      ]}
      actions={
        <>
          <a class="button" href="/ai">
            {words.value.approvals}
          </a>
          <ActionButton
            label={t.startPractice}
            path="mcp/practices"
            fields={[{ name: 'token_id', label: t.app, kind: 'record', isRequired: true, isWide: true, source }]}
            warning={t.startPracticeHint}
            changes={['mcp/practices']}
          />
        </>
      }
      empty={{ title: t.noPractice, hint: t.noPracticeHint }}
      panel={(id) => <PracticePanel key={id} id={id} />}
      columns={[
        {
          key: 'app',
          title: t.app,
          width: 'minmax(10rem, 3fr)',
          phone: 'lead',
          cell: ({ token_name: name }) => name,
        },
        { key: 'writes', title: t.steps, width: '7rem', isFigure: true, phone: 'note', cell: ({ writes }) => writes },
        { key: 'when', title: t.when, width: '11rem', isExtra: true, cell: ({ created_at }) => moment(created_at) },
        { key: 'status', title: t.status, width: '8rem', phone: 'mark', cell: ({ status }) => <State of={status} /> },
      ]}
    />
  );
}
