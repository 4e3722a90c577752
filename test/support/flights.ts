import type { Database, Db } from '../../src/db/database.ts';

/** A database that counts how often its callers stop to wait: statements sent without waiting share one flight. */
export function countFlights(database: Database): { readonly db: Database; readonly flights: () => number } {
  let flights = 0;
  const over = (db: Db): Db => {
    let hasAnswered = true;
    const send = <Result>(sent: Promise<Result>): Promise<Result> => {
      if (hasAnswered) flights += 1;
      hasAnswered = false;
      return sent.finally(() => (hasAnswered = true));
    };
    return {
      many: (query) => send(db.many(query)),
      maybe: (query) => send(db.maybe(query)),
      slowly: (query, patienceMs) => send(db.slowly(query, patienceMs)),
      one: (query) => send(db.one(query)),
      run: (query) => send(db.run(query)),
      later: (query) => {
        if (hasAnswered) flights += 1;
        hasAnswered = false;
        db.later(query);
      },
      scope: (scope) => db.scope(scope),
      part: (work, options) => db.part(work, options),
    };
  };
  const counted: Database = {
    ...database,
    transaction: (options, work) => database.transaction(options, (db) => work(over(db))),
  };
  return { db: counted, flights: () => flights };
}
