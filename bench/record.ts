import type { Database, Db, TransactionOptions } from '../src/db/database.ts';
import type { Sql } from '../src/db/sql.ts';
import type { Recorded, Statement } from './bare-load.ts';

/**
 * A database whose transactions all run on one connection within another, noting which statements they send in which
 * flights. A flight ends when the handler, having waited for an answer, sends the next statement.
 */
export function recordingDatabase(db: Database, outer: Db): { db: Database; take(): Recorded[] } {
  const recorded: Recorded[] = [];
  const transaction: Database['transaction'] = async (options, work) => {
    const flights: Statement[][] = [opening(options)];
    const result = await work(noting(outer, flights));
    flights.at(-1)?.push({ text: 'commit', name: 'commit', values: [] });
    recorded.push(flights);
    return result;
  };
  return { db: { ...db, transaction }, take: () => recorded.splice(0) };
}

function opening({ organization = '', user = '', credential = '', readOnly = false }: TransactionOptions): Statement[] {
  const begin = readOnly ? 'begin read only' : 'begin';
  return [
    { text: begin, name: begin, values: [] },
    {
      text: `select set_config('daybook.organization', $1, true), set_config('daybook.user', $2, true),
        set_config('daybook.credential', $3, true)`,
      name: 'scope',
      values: [organization, user, credential],
    },
  ];
}

function noting(db: Db, flights: Statement[][]): Db {
  let answered = false;
  const note = ({ text, name, values }: Sql) => {
    if (answered) flights.push([]);
    answered = false;
    flights.at(-1)?.push({ text, values: values.map(plain), ...(name === undefined ? {} : { name }) });
  };
  const awaited = async <Result>(sent: Promise<Result>): Promise<Result> => {
    const result = await sent;
    answered = true;
    return result;
  };
  return {
    many: (query) => (note(query), awaited(db.many(query))),
    maybe: (query) => (note(query), awaited(db.maybe(query))),
    slowly: (query, patienceMs) => (note(query), awaited(db.slowly(query, patienceMs))),
    one: (query) => (note(query), awaited(db.one(query))),
    run: (query) => (note(query), awaited(db.run(query))),
    later: (query) => (note(query), db.later(query)),
    scope: (scope) => db.scope(scope),
    part: (work, options) => db.part(work, options),
  };
}

/** Values that JSON can carry to the process that replays them. */
function plain(value: unknown): unknown {
  if (typeof value === 'bigint') return value.toString();
  return Array.isArray(value) ? value.map(plain) : value;
}
