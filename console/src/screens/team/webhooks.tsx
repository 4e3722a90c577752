import { ListScreen } from '../../frames/list-screen.tsx';
import { State } from '../../kit/states.tsx';
import { listDay } from '../../kit/values.ts';
import { words } from '../../words/index.ts';
import { WebhookPanel } from './webhook-panel.tsx';

type Row = {
  readonly id: string;
  readonly url: string;
  readonly description: string | null;
  readonly event_types: readonly string[];
  readonly status: string;
  readonly failing_since: string | null;
};

export function Webhooks() {
  const w = words.value.webhookList;
  return (
    <ListScreen<Row>
      title={w.title}
      list={{ path: 'webhooks', fields: 'url,description,event_types,status,failing_since', sort: '-created_at' }}
      create={{ href: '/webhooks/new', label: w.create, needs: 'webhooks:manage' }}
      empty={{ title: w.empty, hint: w.emptyHint }}
      panel={(id) => <WebhookPanel key={id} id={id} />}
      columns={[
        { key: 'url', title: w.url, width: 'minmax(10rem, 2fr)', phone: 'lead', cell: ({ url }) => url },
        { key: 'types', title: w.events, phone: 'note', cell: ({ event_types }) => event_types.join(', ') },
        {
          key: 'failing',
          title: w.failingSince,
          width: '8rem',
          isExtra: true,
          cell: ({ failing_since }) => failing_since && listDay(failing_since),
        },
        { key: 'status', title: w.status, width: '8rem', phone: 'mark', cell: ({ status }) => <State of={status} /> },
      ]}
    />
  );
}
