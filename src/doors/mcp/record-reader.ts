import type { Action } from './action.ts';
import type { Toolbox } from './toolbox.ts';

const readers = new WeakMap<Toolbox, ReadonlyMap<string, Action>>();

/** The action that reads one record of the kind that an id is of. */
export function recordReader(toolbox: Toolbox, id: unknown): Action | undefined {
  let known = readers.get(toolbox);
  if (known === undefined) {
    known = new Map([...toolbox.actions.values()].flatMap(kindRead));
    readers.set(toolbox, known);
  }
  return known.get(kindOfId(id));
}

/** The kind of a record, which its id begins with. */
export function kindOfId(id: unknown): string {
  return typeof id === 'string' ? id.slice(0, Math.max(0, id.lastIndexOf('_'))) : '';
}

function kindRead(action: Action): (readonly [string, Action])[] {
  const { effect, http } = action.operation;
  if (effect !== 'read' || !/^GET \/[^{}]+\/\{id\}$/.test(http)) return [];
  const place = action.places.find(({ path }) => path.join() === 'id');
  return place === undefined ? [] : [[place.prefix, action]];
}
