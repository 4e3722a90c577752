import type { Db } from '../db/database.ts';
import type { Sql } from '../db/sql.ts';
import { type Asker, type Batched, gatherBy, type Place } from './batched.ts';
import { BusinessError } from './errors.ts';

/** Chains that are refused, by their places: nothing of any chain stays. */
export class ChainsRefused extends Error {
  override readonly name = 'ChainsRefused';
  readonly refused: ReadonlyMap<number, BusinessError>;

  constructor(refused: ReadonlyMap<number, BusinessError>) {
    super('some of the calls are refused');
    this.refused = refused;
  }
}

type Statement = Batched<Place, unknown>;
type Asked = {
  readonly chain: number;
  readonly statement: Statement;
  readonly context: Place;
  readonly item: unknown;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
};

/**
 * Runs chains of work side by side over one transaction. Statements that they share (`batched`) wait until every chain
 * is at one, and go out for all of them at once: first what is read, then what is written, both in the order of the
 * chains. Where a chain is refused before anything is written, nothing is.
 */
export async function sideBySide(db: Db, chains: readonly ((db: Db) => Promise<void>)[]): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const refused = new Map<number, BusinessError>();
  /** How many writes of each chain wait. */
  const writes = chains.map(() => 0);
  let waiting: Asked[] = [];
  let atEnd: Asked[] = [];
  let underWay = 0;
  let running = chains.length;
  let isWoken = false;
  let failure: { readonly error: unknown } | undefined;

  /** Once nothing is under way, all that runs has come as far as it can: each chain waits, or has ended. */
  function wake(): void {
    if (isWoken) return;
    isWoken = true;
    setImmediate(() => {
      isWoken = false;
      if (failure !== undefined) reject(failure.error);
      else if (underWay === 0) goOn();
    });
  }

  function goOn(): void {
    if (waiting.some((one) => isReady(one))) send(taken(isReady));
    else if (refused.size > 0) reject(new ChainsRefused(refused));
    else if (waiting.some(({ statement }) => statement.turn === 'write')) {
      for (const group of inOrder(taken(({ statement }) => statement.turn === 'write'))) send(group);
      send(taken(({ statement }) => statement.turn === 'read'));
    } else if (waiting.length > 0) send(taken(() => true));
    else if (running === 0) finish();
  }

  /** A read that does not depend on a write which its own chain still waits for. */
  function isReady({ chain, statement }: Asked): boolean {
    return statement.turn === 'read' && !hasWriteWaiting(chain);
  }

  function hasWriteWaiting(chain: number): boolean {
    return (writes[chain] ?? 0) > 0;
  }

  function wait(one: Asked): void {
    waiting.push(one);
    if (one.statement.turn === 'write') writes[one.chain] = (writes[one.chain] ?? 0) + 1;
  }

  function taken(isWanted: (one: Asked) => boolean): Asked[] {
    const wanted = waiting.filter((one) => isWanted(one));
    const chosen = new Set(wanted);
    waiting = waiting.filter((one) => !chosen.has(one));
    for (const { chain, statement } of wanted) {
      if (statement.turn === 'write') writes[chain] = (writes[chain] ?? 0) - 1;
    }
    return wanted.toSorted((a, b) => a.chain - b.chain);
  }

  function send(asked: readonly Asked[]): void {
    for (const [statement, ones] of Map.groupBy(asked, (one) => one.statement)) sendOne(statement, ones);
  }

  function sendOne(statement: Statement, ones: readonly Asked[]): void {
    const [first] = ones;
    if (first === undefined) return;
    const work = track(() =>
      statement.send(
        withDb(first.context, db),
        ones.map(({ item }) => item),
      ),
    );
    void answer(ones, work);
  }

  async function answer(ones: readonly Asked[], work: Promise<readonly unknown[]>): Promise<void> {
    try {
      const results = await work;
      for (const [index, one] of ones.entries()) one.resolve(results[index]);
    } catch (error) {
      for (const one of ones) one.reject(error);
    }
  }

  async function track<Result>(work: () => Promise<Result>): Promise<Result> {
    underWay += 1;
    try {
      return await work();
    } catch (error) {
      failure ??= { error };
      throw error;
    } finally {
      underWay -= 1;
      wake();
    }
  }

  /** What waits to the end is written in the order of the chains, as if each had run when its turn was. */
  function finish(): void {
    const last = atEnd.toSorted((a, b) => a.chain - b.chain);
    atEnd = [];
    if (last.length === 0) resolve();
    else send(last);
  }

  function askerOf(chain: number): Asker {
    return (statement, context, item) =>
      new Promise((done, fail) => {
        // The asker of a chain hands back to a statement nothing but what was asked through it.
        const one = { chain, statement, context, item, resolve: done, reject: fail } as unknown as Asked;
        if (statement.turn === 'end') {
          atEnd.push(one);
          done(undefined as never);
        } else wait(one);
        wake();
      });
  }

  /** Statements that are not shared go out at once, but never before a write that their own chain waits for. */
  function connectionOf(chain: number): Db {
    const direct = <Result>(work: () => Promise<Result>): Promise<Result> => {
      if (!hasWriteWaiting(chain)) return track(work);
      const statement: Statement = { turn: 'write', send: async () => [await work()] };
      return new Promise((done, fail) => {
        const context = { db, organization: '' };
        wait({ chain, statement, context, item: undefined, resolve: done as never, reject: fail });
      });
    };
    const own: Db = {
      many: (query) => direct(() => db.many(query)),
      maybe: (query) => direct(() => db.maybe(query)),
      one: (query) => direct(() => db.one(query)),
      run: (query) => direct(() => db.run(query)),
      slowly: (query, patienceMs) => direct(() => db.slowly(query, patienceMs)),
      later: (query: Sql) => {
        if (!hasWriteWaiting(chain)) return db.later(query);
        direct(() => Promise.resolve(db.later(query))).catch(() => undefined);
      },
      scope: notHere,
      part: notHere,
    };
    gatherBy(own, askerOf(chain));
    return own;
  }

  for (const [chain, work] of chains.entries()) {
    work(connectionOf(chain))
      .catch((error: unknown) => {
        waiting = waiting.filter((one) => one.chain !== chain);
        if (isRefusal(error) && failure === undefined) refused.set(chain, error);
        else failure ??= { error };
      })
      .finally(() => {
        running -= 1;
        wake();
      });
  }
  wake();
  return promise;
}

/** The context of who asked first, on the connection itself. */
function withDb(context: Place, db: Db): Place {
  return Object.create(context, { db: { value: db } }) as Place;
}

function isRefusal(error: unknown): error is BusinessError {
  return error instanceof BusinessError && error.kind.status < 500;
}

function notHere(): never {
  throw new Error('a call beside others has neither a scope nor a part of its own');
}

/**
 * Writes in groups of one statement each. Of two that a chain asked for one after the other, the first goes out first:
 * rows refer to rows.
 */
function inOrder(asked: readonly Asked[]): Asked[][] {
  const queues = [...Map.groupBy(asked, ({ chain }) => chain).values()];
  const groups: Asked[][] = [];
  for (let left = queues; left.length > 0; left = left.filter((queue) => queue.length > 0)) {
    const heads = left.flatMap(([first]) => first ?? []);
    const behind = new Set(left.flatMap((queue) => queue.slice(1).map(({ statement }) => statement)));
    const next = (heads.find(({ statement }) => !behind.has(statement)) ?? heads[0])?.statement;
    groups.push(heads.filter(({ statement }) => statement === next));
    for (const queue of left) if (queue[0]?.statement === next) queue.shift();
  }
  return groups;
}
