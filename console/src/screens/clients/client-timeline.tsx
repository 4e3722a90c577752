import { useRead } from '../../api/cache.ts';
import type { Page } from '../../api/types.ts';
import { homeOf } from '../../app/homes.ts';
import { Waiting } from '../../kit/states.tsx';
import { longDay } from '../../kit/values.ts';
import { named, words } from '../../words/index.ts';
import { stampName, type Stamp } from '../../words/stamp-name.ts';

type Entry = {
  readonly id: string;
  readonly at: string;
  readonly kind: 'change' | 'event';
  readonly action: string;
  readonly record_id: string | null;
  readonly actor: Stamp;
};

/** Timeline of a client: its sales, documents and payments as well as itself. */
export function ClientTimeline({ id }: { readonly id: string }) {
  const { data } = useRead<Page<Entry>>(`clients/${id}/timeline?limit=40`);
  if (data === undefined) return <Waiting lines={5} />;
  // Updates that follow from another entry are left out.
  const told = data.data.filter(({ action }) => !/^(sale|payment)\.updated$/.test(action));
  return (
    <ol class="history">
      {told.map(({ id: key, at, action, record_id, actor }) => {
        const home = record_id === id ? undefined : homeOf(record_id);
        return (
          <li key={key}>
            <span>
              {home === undefined ? sentenceOf(action) : <a href={home}>{sentenceOf(action)}</a>}{' '}
              <span class="quiet">{stampName(actor)}</span>
            </span>
            <time class="quiet" dateTime={at}>
              {longDay(at)}
            </time>
          </li>
        );
      })}
    </ol>
  );
}

/** `sale.confirmed`, or `update_client`, in words. */
function sentenceOf(action: string): string {
  const { sell, docTypes } = words.value;
  const [subject = '', verb = ''] = action.includes('.') ? action.split('.') : ['client', changeOf(action)];
  return `${named({ ...docTypes, ...sell.subjects }, subject)} ${named(sell.verbs, verb)}`;
}

const done: Readonly<Record<string, string>> = {
  create: 'created',
  archive: 'archived',
  restore: 'restored',
  merge: 'merged',
  undo: 'unmerged',
  erase: 'erased',
};
const changeOf = (operation: string): string => done[operation.split('_', 1)[0] ?? ''] ?? 'updated';
