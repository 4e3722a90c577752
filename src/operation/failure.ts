import pg from 'pg';
import { Overloaded } from '../db/fair-queue.ts';
import { isStillReferenced, sqlState } from '../db/sql-state.ts';
import { BusinessError, hasHistory, notFound, type Refusal, type RefusalDetails, refusals } from './errors.ts';
import { overloaded, storageFull, unavailable, validationFailed } from './errors.ts';
import type { Operation } from './operation.ts';

/** Refuses writes outside the member's scope, such as to a client now assigned to somebody else. */
const scopePolicy = 'row-level security policy "scope"';
const unreachable = /^(08|53|57P0|57014|55P03|40001|40P01)/;
const oddValue = new Set(['22021', '22P05', '22P02', '22003', '22008', '54001']);
const networkErrors = new Set([
  'EAI_AGAIN',
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
  'storage_unreachable',
]);
const clientMessages = /timeout exceeded|Connection terminated|Query read timeout|not queryable|Client has encountered/;

/** A failure without a refusal is our bug and is returned as it is. */
export function refusalOf(error: unknown, operations: readonly Operation[]): unknown {
  if (error instanceof BusinessError || !(error instanceof Error)) return error;
  if (error instanceof Overloaded) return overloaded();
  if (error instanceof pg.DatabaseError) return fromDatabase(error, operations);
  const code = 'code' in error ? String(error.code) : '';
  if (networkErrors.has(code) || clientMessages.test(error.message)) return unavailable(undefined);
  return error;
}

function fromDatabase(error: pg.DatabaseError, operations: readonly Operation[]): unknown {
  const code = error.code ?? '';
  if (code === sqlState.diskFull) return storageFull();
  if (unreachable.test(code)) return unavailable();
  if (code === sqlState.insufficientPrivilege && error.message.includes(scopePolicy)) return notFound();
  const refusal = byConstraint(error.constraint, operations);
  if (refusal !== undefined) return refusal(remedyIn(error));
  if (isStillReferenced(code) && error.constraint !== 'append_only' && operations.some(deletes)) return hasHistory();
  if (code === sqlState.foreignKeyViolation && operations.some(looksUp))
    return notFound({ detail: 'A record it refers to no longer exists.' });
  if (oddValue.has(code)) return validationFailed({ detail: 'A value cannot be stored as sent.' });
  return error;
}

/** Such an operation inserts nothing that refers to others: a foreign key it violates is one to what it deletes. */
function deletes({ refuses = [] }: Operation): boolean {
  return refuses.includes(hasHistory);
}

/** A record found by such an operation may be deleted by another call before the write. */
function looksUp({ refuses = [] }: Operation): boolean {
  return refuses.includes(notFound);
}

/** A violation is only expected where the operation lists the refusal that it means. */
function byConstraint(constraint: string | undefined, operations: readonly Operation[]): Refusal | undefined {
  if (constraint === undefined) return undefined;
  const listed = new Set(operations.flatMap(({ refuses = [] }) => refuses.map(({ code }) => code)));
  return refusals().find(({ code, constraints }) => listed.has(code) && constraints.includes(constraint));
}

/** Our triggers put remedy data beside the constraint, as JSON. */
function remedyIn({ detail }: pg.DatabaseError): RefusalDetails | undefined {
  if (detail?.startsWith('{') !== true) return undefined;
  // Only our own triggers write an object there.
  return JSON.parse(detail) as RefusalDetails;
}
