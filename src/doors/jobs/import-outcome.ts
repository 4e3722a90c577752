import {
  externalIdOf,
  type ImportRecord,
  isFound,
  type Kind,
  lookup,
  type Outcome,
} from '../../modules/imports/index.ts';
import { BusinessError, internal } from '../../operation/errors.ts';
import type { BatchWork, Planned, Settled } from './import-calls.ts';

export function isRefusal(error: unknown): error is BusinessError {
  return error instanceof BusinessError && error.kind.status < 500;
}

export function isDuplicateOf(error: BusinessError | undefined): boolean {
  return error?.kind.code.endsWith('external_id_taken') === true;
}

/** External ids that exist already, read in one transaction. */
export async function thereAlready(work: BatchWork, records: readonly ImportRecord[]): Promise<ReadonlySet<string>> {
  const ids = [...new Set(records.flatMap((record) => externalIdOf(work.kind, record) ?? []))];
  const found = await work.imports.readAll(ids.map((id) => lookup(work.kind, id)));
  return new Set(ids.filter((_, index) => isFound(found[index])));
}

export function skippedOne(record: ImportRecord, index: number): Settled {
  return { index, record, steps: [], outcome: { record: index, line: record.lines[0] ?? 1, result: 'skipped' } };
}

export async function outcomeOf(work: BatchWork, planned: Planned, error: unknown): Promise<Outcome> {
  const { record, index } = planned;
  // The database is away, say: that is no fault of the record.
  if (error instanceof BusinessError && !isRefusal(error)) throw error;
  if (!isRefusal(error)) {
    work.onBug(error, index);
    return faultOf(work.kind, planned, internal());
  }
  // Another refusal may have come first, such as for stock that the same sale took the first time.
  const isDuplicate = isDuplicateOf(error) || (await thereAlready(work, [record])).size > 0;
  return isDuplicate ? skippedOne(record, index).outcome : faultOf(work.kind, planned, error);
}

type Place = Pick<Planned, 'index' | 'record'>;

export function faultOf(of: Kind, { index, record }: Place, { kind, details }: BusinessError): Outcome {
  const { detail, errors = [], hint: better, index: _, ...remedy } = details;
  const [first] = errors;
  const facts = Object.keys(remedy).length === 0 ? [] : [JSON.stringify(remedy)];
  const message = first?.message ?? [detail ?? kind.title, better ?? kind.hint, ...facts].join(' ');
  // Lines and balances are told by the row that each came from.
  const row = Number(/^\/(?:lines|balances|variants|prices)\/(\d+)/.exec(first?.pointer ?? '')?.[1] ?? '0');
  const field = first?.pointer.slice(1).replace(/^(?:lines|balances|variants|prices)\/\d+(?:\/|$)/, '') ?? null;
  return {
    record: index,
    line: record.lines[row] ?? record.lines[0] ?? 1,
    result: 'failed',
    field,
    code: first?.code ?? kind.code,
    message: toldOf(of, message),
  };
}

/** A trial balance is taken over whole. */
export function toldOf(kind: Kind, message: string): string {
  return kind === 'opening_balances' ? `No balance was taken over. ${message}` : message;
}
