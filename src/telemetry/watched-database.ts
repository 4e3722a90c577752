import type { Database, Db } from '../db/database.ts';
import type { Sql } from '../db/sql.ts';
import { type Span, spanKind, type Tracer } from './span.ts';

const summaryMax = 200;

/** The same database, whose transactions and flights are told of while something is that they belong to. */
export function watchedDatabase(db: Database, tracer: Tracer): Database {
  return {
    ...db,
    transaction: (options, work) => {
      if (tracer.current() === undefined) return db.transaction(options, work);
      const attributes = { 'db.system.name': 'postgresql' };
      const span = tracer.begin('transaction', { kind: spanKind.client, attributes });
      const flights = watchFlights(tracer, span);
      return tracer.during(span, () =>
        db.transaction(options, (tx) => work(watchedDb(tx, flights))).finally(flights.endAll),
      );
    },
  };
}

type Flights = { readonly join: <Sent>(query: Sql, sent: Promise<Sent>) => Promise<Sent>; readonly endAll: () => void };
type Flight = { readonly span: Span; readonly summary: Set<string>; statements: number; unanswered: number };

/** Statements that are sent without waiting for each other are one flight: it ends with the last answer. */
function watchFlights(tracer: Tracer, transaction: Span): Flights {
  const open = new Set<Flight>();
  let boarding: Flight | undefined;
  const land = (flight: Flight) => {
    if (!open.delete(flight)) return;
    flight.span.attributes['db.operation.batch.size'] = flight.statements;
    flight.span.attributes['db.query.summary'] = [...flight.summary].join('; ').slice(0, summaryMax);
    tracer.end(flight.span);
  };
  const begin = (): Flight => {
    const attributes = { 'db.system.name': 'postgresql' };
    const span = tracer.begin('flight', { kind: spanKind.client, attributes, parent: transaction });
    const flight = { span, summary: new Set<string>(), statements: 0, unanswered: 0 };
    open.add(flight);
    process.nextTick(() => (boarding = undefined));
    return flight;
  };
  return {
    join: (query, sent) => {
      const flight = (boarding ??= begin());
      flight.statements += 1;
      flight.unanswered += 1;
      flight.summary.add(summaryOf(query));
      const answered = () => {
        flight.unanswered -= 1;
        if (flight.unanswered === 0 && flight !== boarding) land(flight);
      };
      sent.then(answered, answered);
      return sent;
    },
    endAll: () => open.forEach(land),
  };
}

/** Verb and table of a statement. The text itself holds no value: those are bound. */
function summaryOf({ text }: Sql): string {
  const verb = /\b(select|insert|update|delete|with)\b/i.exec(text)?.[1] ?? 'call';
  const table = /\b(?:from|into|update|join)\s+([a-z_]+)/.exec(text)?.[1];
  return table === undefined ? verb : `${verb} ${table}`;
}

function watchedDb(tx: Db, { join }: Flights): Db {
  return {
    many: (query) => join(query, tx.many(query)),
    maybe: (query) => join(query, tx.maybe(query)),
    one: (query) => join(query, tx.one(query)),
    run: (query) => join(query, tx.run(query)),
    slowly: (query, patienceMs) => join(query, tx.slowly(query, patienceMs)),
    later: (query) => {
      tx.later(query);
      // Nobody is told when it is answered; the flight that it travels in is.
      void join(query, Promise.resolve());
    },
    scope: (scope) => tx.scope(scope),
    part: (work, options) => tx.part(work, options),
  };
}
