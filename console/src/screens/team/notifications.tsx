import { call } from '../../api/call.ts';
import { changed } from '../../api/cache.ts';
import { homeOf } from '../../app/homes.ts';
import { ListScreen } from '../../frames/list-screen.tsx';
import { ActionButton } from '../../kit/action.tsx';
import { moment } from '../../kit/values.ts';
import { eventTitle, useApiNames } from '../../words/api-names.ts';
import { words } from '../../words/index.ts';

type Notice = {
  readonly id: string;
  readonly type: string;
  readonly title: string;
  readonly label: string | null;
  readonly object_id: string | null;
  readonly created_at: string;
  readonly read_at: string | null;
};

/** Read is what was opened; where that fails it stays unread, and nobody is bothered. */
function note(id: string): void {
  call(`notifications/${id}/read`, { method: 'POST', body: {} }).then(
    () => changed('notifications'),
    () => undefined,
  );
}

/** Notifications of the signed-in user, latest first. */
export function Notifications() {
  useApiNames();
  const { team, setup } = words.value;
  const t = team.notices;
  return (
    <ListScreen<Notice>
      title={t.title}
      list={{ path: 'notifications', fields: 'type,title,label,object_id,created_at,read_at', sort: '-created_at' }}
      views={[
        { name: 'unread', title: t.unread, query: 'unread=true' },
        { name: 'all', title: words.value.all, query: '' },
      ]}
      actions={
        <>
          <a class="button" href="/settings/notifications">
            {setup.parts.notifications.title}
          </a>
          <ActionButton label={t.readAll} path="notifications/read-all" changes={['notifications']} />
        </>
      }
      empty={{ title: t.empty, hint: t.emptyHint }}
      to={({ id, object_id }) => {
        note(id);
        return homeOf(object_id) ?? '/notifications?view=all';
      }}
      columns={[
        {
          key: 'title',
          title: t.what,
          width: 'minmax(9rem, 1fr)',
          phone: 'lead',
          cell: ({ type, title, read_at }) => {
            const said = eventTitle(type, title);
            return read_at === null ? <b>{said}</b> : said;
          },
        },
        { key: 'label', title: t.about, width: 'minmax(9rem, 1fr)', phone: 'note', cell: ({ label }) => label },
        {
          key: 'when',
          title: team.ai.when,
          width: '12rem',
          phone: 'mark',
          cell: ({ created_at }) => moment(created_at),
        },
      ]}
    />
  );
}
