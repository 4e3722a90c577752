import pg from 'pg';
import type { Sql } from './sql.ts';
import { openFairQueue, type FairQueue } from './fair-queue.ts';
import { listen, type Listener } from './listen.ts';
import { sessionOptions } from './session.ts';
import { sqlState } from './sql-state.ts';
import { typeParsers } from './types.ts';

/** Runs statements on one connection. Statements sent without waiting in between travel in one flight. */
export type Db = {
  many<Row>(query: Sql): Promise<Row[]>;
  maybe<Row>(query: Sql): Promise<Row | undefined>;
  one<Row>(query: Sql): Promise<Row>;
  /** Answers the number of rows the statement touched. */
  run(query: Sql): Promise<number>;
  /** The same as `many`, for what may take longer than anything that somebody waits for. */
  slowly<Row>(query: Sql, patienceMs: number): Promise<Row[]>;
  /** Sends without waiting. A failure surfaces at commit, which then did not happen. */
  later(query: Sql): void;
  /** Changes whose rows the rest of the transaction sees. */
  scope(scope: Scope): void;
  /** Does the work wholly or not at all, and the transaction goes on. `rollback`: not at all, once it is answered. */
  part<Result>(work: () => Promise<Result>, options?: { readonly rollback?: boolean }): Promise<Result>;
};

/** Tenant of the transaction: row-level security reads these settings, which end with the transaction. */
export type Scope = {
  readonly organization?: string | undefined;
  readonly user?: string | undefined;
  /** SHA-256 of a presented credential, in hex: lets it find its own row before its organisation is known. */
  readonly credential?: string | undefined;
  /** Limits the visible records of the organisation. */
  readonly narrow?: NarrowScope | undefined;
};

/** A member who sees only some records: those that they made, or those of clients that are assigned to them. */
type NarrowScope = {
  readonly scope: 'own' | 'assigned';
  readonly member: string;
  /** The user's id as records remember it in `created_by`. */
  readonly author: string;
};

export type TransactionOptions = Scope & { readonly readOnly?: boolean; readonly rollback?: boolean };

export type Database = {
  transaction<Result>(options: TransactionOptions, work: (db: Db) => Promise<Result>): Promise<Result>;
  /**
   * Tells what commits notify on a channel, whichever node they are of, until it is stopped. Undefined is said whenever
   * it begins to listen: what was notified before then is unheard.
   */
  listen(channel: string, heard: (payload: string | undefined) => void): Listener;
  /** Waiting, idle and total connections, for the metrics. */
  connections(): { waiting: number; idle: number; total: number };
  close(): Promise<void>;
};

export type DatabaseOptions = {
  readonly url: string;
  /** Lengthens every wait so many times: tests must not fail because their machine is slow. */
  readonly patience?: number;
  /** Assumed at connect, so that a URL of the owner still gives a connection without its rights. */
  readonly role?: string;
  readonly connectionsMax?: number;
  readonly onConnectionError?: (error: Error) => void;
};

const connectTimeoutMs = 5_000;
/** A part of the connections is for others, whatever one organisation asks for. */
const queuePart = 0.8;
const waitingPerQueueMax = 1_000;
const statementTimeoutMs = 5_000;
const queryTimeoutMs = 8_000;
const lockTimeoutMs = 4_000;
const idleInTransactionTimeoutMs = 10_000;

/**
 * Opens a pool. Every wait has a limit, since a black-holed connection would otherwise hang for ever, and both error
 * listeners stand, since a database restart would otherwise end the process.
 */
export function openDatabase({
  url,
  role,
  connectionsMax = 20,
  patience = 1,
  onConnectionError,
}: DatabaseOptions): Database {
  const connection = {
    connectionString: url,
    connectionTimeoutMillis: connectTimeoutMs * patience,
    keepAlive: true,
    options: sessionOptions(role),
  };
  const pool = new pg.Pool({
    ...connection,
    max: connectionsMax,
    pipeline: true,
    query_timeout: queryTimeoutMs * patience,
    statement_timeout: statementTimeoutMs * patience,
    lock_timeout: lockTimeoutMs * patience,
    idle_in_transaction_session_timeout: idleInTransactionTimeoutMs * patience,
    idleTimeoutMillis: 60_000,
    types: typeParsers,
  });
  let isClosing = false;
  // A server that stops right behind us takes leave of connections that are leaving too: that is no loss.
  const report = (error: Error) => void (isClosing || onConnectionError?.(error));
  pool.on('error', report);
  pool.on('connect', (client) => client.on('error', report));
  const queue = openFairQueue({
    atOnce: connectionsMax,
    perQueue: Math.max(1, Math.floor(connectionsMax * queuePart)),
    waitingPerQueue: waitingPerQueueMax,
    patienceMs: connectTimeoutMs * patience,
  });
  return {
    transaction: (options, work) => inTurn(queue, options, () => inTransaction(pool, options, work)),
    listen: (channel, heard) => listen({ connection, channel, heard, onError: report }),
    connections: () => ({ waiting: queue.waiting(), idle: pool.idleCount, total: pool.totalCount }),
    close: () => {
      isClosing = true;
      return pool.end();
    },
  };
}

/** Organisations take turns at the connections; who has none yet, such as a stranger, shares theirs with the others. */
async function inTurn<Result>(
  queue: FairQueue,
  { organization = '' }: TransactionOptions,
  work: () => Promise<Result>,
): Promise<Result> {
  const end = await queue.take(organization);
  try {
    return await work();
  } finally {
    end();
  }
}

const begin = { text: 'begin', name: 'begin' };
// All statements of a read see one moment: a report whose parts saw different ones would not add up.
const beginReadOnly = { text: 'begin isolation level repeatable read, read only', name: 'begin_read_only' };
const commit = { text: 'commit', name: 'commit' };
const rollback = { text: 'rollback', name: 'rollback' };
const scopeText = `select set_config('daybook.organization', $1, true), set_config('daybook.user', $2, true),
  set_config('daybook.credential', $3, true)`;
// As the role that the policies of narrow scopes are made for. Null gives a connection back the role it began with.
const narrowText = `${scopeText}, set_config('daybook.scope', $4, true), set_config('daybook.member', $5, true),
  set_config('daybook.author', $6, true), set_config('role', $7, true)`;
const narrowRole = 'daybook_scoped';

async function inTransaction<Result>(
  pool: pg.Pool,
  options: TransactionOptions,
  work: (db: Db) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  const pending: Promise<unknown>[] = [];
  const failures: Error[] = [];
  let broken: Error | undefined;
  try {
    // Sent ahead of the first statement without waiting: the three share one flight.
    holdFlight(client);
    const opening = Promise.all([
      client.query(options.readOnly === true ? beginReadOnly : begin),
      client.query(scopeQuery(options)),
    ]);
    opening.catch(() => undefined);
    const isNarrow = options.narrow !== undefined;
    const result = await work(dbOver({ client, pending, failures, isNarrow, isPlannedOnce: false }));
    // Nothing can be lost when a read ends: its answer need not wait, and the next user's statements queue behind.
    if (options.readOnly === true) client.query(commit).catch(() => undefined);
    if (options.readOnly === true) return result;
    const ended = await endTransaction(client, opening, pending, options.rollback === true);
    if (ended !== 'COMMIT' && options.rollback !== true) throw new Error(`the transaction ended as ${ended}`);
    return result;
  } catch (error) {
    broken = await failureOf(client.query(rollback));
    throw causeOf(error, failures);
  } finally {
    client.release(broken);
  }
}

async function failureOf(work: Promise<unknown>): Promise<Error | undefined> {
  try {
    await work;
    return undefined;
  } catch (failure) {
    return failure instanceof Error ? failure : new Error(String(failure));
  }
}

/**
 * Once a statement has failed, those behind it in the flight are refused for a reason that says nothing, and whose
 * rejection a handler sees first depends on how many promises each travels through. The first failure is the cause;
 * by the time of the rollback all of them are known.
 */
function causeOf(error: unknown, failures: readonly Error[]): unknown {
  return error instanceof pg.DatabaseError && error.code === sqlState.inFailedTransaction
    ? (failures[0] ?? error)
    : error;
}

/** Answers the command tag, because the commit of a failed transaction succeeds and says ROLLBACK. */
async function endTransaction(
  client: pg.PoolClient,
  opening: Promise<unknown>,
  pending: Promise<unknown>[],
  rolledBack: boolean,
): Promise<string> {
  const ending = client.query(rolledBack ? rollback : commit);
  const settled = await Promise.allSettled([opening, ...pending]);
  const failed = settled.find((outcome) => outcome.status === 'rejected');
  if (failed !== undefined) ending.catch(() => undefined);
  if (failed !== undefined) throw failed.reason;
  return (await ending).command;
}

const planOnce = { name: 'plan_once', text: 'set local plan_cache_mode = force_generic_plan' };
const planAsUsual = { name: 'plan_as_usual', text: 'set local plan_cache_mode to default' };

function scopeQuery(
  { organization = '', user = '', credential = '', narrow }: Scope,
  wasNarrow = false,
): pg.QueryConfig {
  const values = [organization, user, credential];
  if (narrow === undefined && !wasNarrow) return { name: 'scope', text: scopeText, values };
  const { scope = '', member = '', author = '' } = narrow ?? {};
  const role = narrow === undefined ? null : narrowRole;
  return { name: 'narrow_scope', text: narrowText, values: [...values, scope, member, author, role] };
}

/**
 * Holds back what is sent until nothing more is ready to be sent, so that a flight leaves in one write. Each write is a
 * call of the system, and one per statement was a third of all that the service worked to record a sale.
 */
function holdFlight({ connection: { stream } }: pg.PoolClient): void {
  if (stream.writableCorked > 0) return;
  stream.cork();
  process.nextTick(() => stream.uncork());
}

function dbOver(transaction: Transaction): Db {
  const { client, pending, failures } = transaction;
  const hold = (sent: Promise<unknown>) => {
    sent.catch(() => undefined);
    pending.push(sent);
  };
  const send = (query: Sql, more: object = {}) => {
    const { text, values, name } = query;
    const isPlannedOnce = query.planned === 'either' ? transaction.isPlannedOnce : query.planned === 'once';
    holdFlight(client);
    if (isPlannedOnce !== transaction.isPlannedOnce) hold(client.query(isPlannedOnce ? planOnce : planAsUsual));
    transaction.isPlannedOnce = isPlannedOnce;
    // Prepared apart from the others, since a plan holds for one role: another would have it made anew.
    const sent = client.query<pg.QueryResultRow>({
      text,
      values: [...values],
      ...more,
      ...(name === undefined ? {} : { name: transaction.isNarrow ? `${name}_narrow` : name }),
    });
    sent.catch((failure: Error) => void failures.push(failure));
    return sent;
  };
  // The caller names the row's type beside the SQL that makes it; the tests run every statement for real.
  const many = async <Row>(query: Sql) => (await send(query)).rows as Row[];
  return {
    many,
    maybe: async <Row>(query: Sql) => (await many<Row>(query))[0],
    one: async <Row>(query: Sql) => {
      const [row] = await many<Row>(query);
      if (row === undefined) throw new Error(`no row from: ${query.text}`);
      return row;
    },
    slowly: async <Row>(query: Sql, patienceMs: number) => {
      hold(client.query(`set local statement_timeout = ${Math.ceil(patienceMs)}`));
      const { rows } = await send(query, { query_timeout: patienceMs + queryTimeoutMs - statementTimeoutMs });
      hold(client.query(`set local statement_timeout = ${statementTimeoutMs}`));
      return rows as Row[];
    },
    run: async (query) => (await send(query)).rowCount ?? 0,
    later: (query) => hold(send(query)),
    scope: (scope) => {
      hold(client.query(scopeQuery(scope, transaction.isNarrow)));
      transaction.isNarrow = scope.narrow !== undefined;
    },
    part: (work, { rollback: takenBack = false } = {}) => partOf(transaction, work, takenBack),
  };
}

type Transaction = {
  readonly client: pg.PoolClient;
  readonly pending: Promise<unknown>[];
  readonly failures: Error[];
  isNarrow: boolean;
  /** As the last statement was that says how it is planned. */
  isPlannedOnce: boolean;
};

/** Failures of queries sent within the part belong to it, and must not fail the rest. */
async function partOf<Result>(
  transaction: Transaction,
  work: () => Promise<Result>,
  takenBack: boolean,
): Promise<Result> {
  const { client, pending, failures, isNarrow, isPlannedOnce } = transaction;
  const [sent, failed] = [pending.length, failures.length];
  // Takes back whose rows it sees and how it plans, too.
  const takeBack = async () => {
    await client.query('rollback to savepoint part');
    transaction.isNarrow = isNarrow;
    transaction.isPlannedOnce = isPlannedOnce;
  };
  await client.query('savepoint part');
  try {
    const result = await work();
    await Promise.all(pending.slice(sent));
    if (takenBack) await takeBack();
    await client.query('release savepoint part');
    return result;
  } catch (error) {
    await Promise.allSettled(pending.splice(sent));
    const cause = causeOf(error, failures.splice(failed));
    await takeBack();
    await client.query('release savepoint part');
    throw cause;
  }
}
