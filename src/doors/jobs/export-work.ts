import { type ExportKey, itemsAfter, noteDone, type RunningExport } from '../../modules/exports/index.ts';
import type { Actor } from '../../operation/actor.ts';
import { BusinessError } from '../../operation/errors.ts';
import type { Operation } from '../../operation/operation.ts';
import { run, type Runtime } from '../../operation/run.ts';
import { type FileOutput, Id } from '../../wire/index.ts';
import type { ContentStore } from '../../storage/content-store.ts';

/** An export that somebody works at. */
export type Work = {
  readonly runtime: Runtime;
  readonly operations: ReadonlyMap<string, Operation>;
  readonly store: ContentStore;
  readonly key: ExportKey;
  readonly begun: RunningExport;
  readonly actor: Actor;
  readonly requestId: string;
  readonly progress: (percent: number) => Promise<void>;
};

/** Fields of a document in lists. */
export type Listed = {
  readonly id: string;
  readonly type: string;
  readonly status: string;
  readonly number: string | null;
  readonly issue_date: string | null;
  readonly due_date: string | null;
  readonly issued_at: string | null;
  readonly updated_at: string;
  readonly client_name: string;
  readonly currency: string;
  readonly total: string;
  readonly amount_due: string | null;
};

/** The next of its documents after so many. */
export function itemsOf({ runtime, key }: Work, after: number, limit: number): Promise<string[]> {
  const { organization } = key;
  return runtime.db.transaction({ organization, readOnly: true }, (tx) => itemsAfter(tx, key, { after, limit }));
}

/** Notes how many are printed; false where it was cancelled. */
export function noted({ runtime, key }: Work, done: number): Promise<boolean> {
  return runtime.db.transaction({ organization: key.organization }, (tx) => noteDone(tx, key, done));
}

/** The pages of a document, or why there are none: it was deleted meanwhile, or its template does not print it. */
export async function pagesOf(work: Work, id: string): Promise<FileOutput | { readonly problem: string }> {
  try {
    return (await read(work, 'get_document_pdf', { id: Id('document').encode(id) })) as FileOutput;
  } catch (error) {
    if (error instanceof BusinessError && error.kind.status < 500) return { problem: error.message };
    throw error;
  }
}

/** Asks as whoever asked for the export. */
export async function read(
  { runtime, operations, actor, requestId }: Work,
  name: string,
  input: object,
): Promise<unknown> {
  const operation = operations.get(name);
  if (operation === undefined) throw new RangeError(`there is no operation ${name}`);
  return (await run(runtime, operation, { actor, input, origin: { door: 'job', requestId } })).output;
}
