import type { Db } from '../db/database.ts';
import type { Context } from './operation.ts';

/**
 * When a statement goes out that several calls share: `read` before any of them writes; `write` once none has anything
 * left to read; `hindsight`, a read that sees what those before it have written; `end` once all of them are done.
 */
export type Turn = 'read' | 'write' | 'hindsight' | 'end';

/** As much of a context as statements need. */
export type Place = Pick<Context, 'db' | 'organization'>;

export type Batched<In extends Place = never, Item = never, Result = unknown> = {
  readonly turn: Turn;
  /** Answers for each item, in their order. Throws nothing but what the database does: rules are for who asked. */
  readonly send: (context: In, items: readonly Item[]) => Promise<readonly Result[]>;
};

/** Gathers what calls side by side ask for. */
export type Asker = <In extends Place, Item, Result>(
  statement: Batched<In, Item, Result>,
  context: In,
  item: Item,
) => Promise<Result>;

const askers = new WeakMap<Db, Asker>();

/** From now on, what asks through this connection waits for the other calls that are carried out beside it. */
export function gatherBy(db: Db, asker: Asker): void {
  askers.set(db, asker);
}

/**
 * A statement that several calls share where they are carried out side by side (`runChains`): it takes what each of
 * them asks for, and answers each. A call by itself sends it at once, for itself alone.
 */
export function batched<In extends Place, Item, Result>(
  turn: Turn,
  send: (context: In, items: readonly Item[]) => Promise<readonly Result[]>,
): (context: In, item: Item) => Promise<Result> {
  const statement: Batched<In, Item, Result> = { turn, send };
  return async (context, item) => {
    const asker = askers.get(context.db);
    if (asker !== undefined) return asker(statement, context, item);
    const [result] = await send(context, [item]);
    // One item has one answer.
    return result as Result;
  };
}

/** The same of a statement that nobody waits for. */
export function batchedLater<In extends Place, Item>(
  turn: 'write' | 'end',
  send: (context: In, items: readonly Item[]) => void,
): (context: In, item: Item) => void {
  const statement: Batched<In, Item, void> = {
    turn,
    send: (context, items) => {
      send(context, items);
      return Promise.resolve(items.map(() => undefined));
    },
  };
  return (context, item) => {
    const asker = askers.get(context.db);
    if (asker === undefined) send(context, [item]);
    // Who asks first hears of the failure.
    else asker(statement, context, item).catch(() => undefined);
  };
}

/** A read that answers the same to every call of an organisation: calls side by side read it once. */
export function readOnce<In extends Place, Result>(
  read: (context: In) => Promise<Result>,
): (context: In) => Promise<Result> {
  const ask = batched<In, undefined, Result>('read', async (context, items) => {
    const result = await read(context);
    return items.map(() => result);
  });
  return (context) => ask(context, undefined);
}

/** A read by ids: calls side by side read the records of all of them, and each is given its own. */
export function batchedByIds<In extends Place, Row>(
  load: (context: In, ids: readonly string[]) => Promise<ReadonlyMap<string, Row>>,
): (context: In, ids: readonly string[]) => Promise<ReadonlyMap<string, Row>> {
  return batched('read', async (context: In, asked: readonly (readonly string[])[]) => {
    const rows = await load(context, [...new Set(asked.flat())]);
    return asked.map((ids) => {
      const own = new Set(ids);
      return new Map([...rows].filter(([id]) => own.has(id)));
    });
  });
}

/** Two calls depend on each other, as was seen only now: they are carried out one after the other. */
export class NotSideBySide extends Error {
  override readonly name = 'NotSideBySide';
}
