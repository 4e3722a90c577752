import {
  type ExportItem,
  type ExportKey,
  itemsAfter,
  noteDone,
  type RunningExport,
} from '../../modules/exports/index.ts';
import type { Actor } from '../../operation/actor.ts';
import { BusinessError } from '../../operation/errors.ts';
import type { Operation } from '../../operation/operation.ts';
import { run, type Runtime } from '../../operation/run.ts';
import { type FileOutput, Id } from '../../wire/index.ts';
import { buffer } from 'node:stream/consumers';
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

/** Failure that another attempt would not change. */
export class Hopeless extends Error {}

/** The next of its documents and files after so many. */
export function itemsOf({ runtime, key }: Work, after: number, limit: number): Promise<ExportItem[]> {
  const { organization } = key;
  return runtime.db.transaction({ organization, readOnly: true }, (tx) => itemsAfter(tx, key, { after, limit }));
}

/** Notes how many are printed; false where it was cancelled. */
export function noted({ runtime, key }: Work, done: number): Promise<boolean> {
  return runtime.db.transaction({ organization: key.organization }, (tx) => noteDone(tx, key, done));
}

export type ItemContent = { readonly name: string; readonly bytes: Uint8Array };

/** Pages or bytes, or why there are none: deleted meanwhile, not to be seen, or not printed by its template. */
export async function contentOf(work: Work, item: ExportItem): Promise<ItemContent | { readonly problem: string }> {
  try {
    return item.file === null ? await pagesOf(work, item.document) : await bytesOf(work, item.file);
  } catch (error) {
    if (error instanceof BusinessError && error.kind.status < 500) return { problem: error.message };
    throw error;
  }
}

async function pagesOf(work: Work, id: string): Promise<ItemContent> {
  const { filename, content } = (await read(work, 'get_document_pdf', { id: Id('document').encode(id) })) as FileOutput;
  return { name: filename, bytes: Buffer.from(content, 'base64') };
}

async function bytesOf(work: Work, id: string): Promise<ItemContent | { readonly problem: string }> {
  const { name, status, sha256 } = (await read(work, 'get_file', { id: Id('file').encode(id) })) as KeptFile;
  if (status !== 'available') return { problem: 'The file is in the bin.' };
  const kept = await work.store.read({ organization: work.key.organization, sha256 });
  if (kept === undefined) throw new Error(`the content ${sha256} of a file is not in the store`);
  return { name, bytes: await buffer(kept.bytes) };
}

/** Fields of a file, as the index has them. */
export type KeptFile = {
  readonly name: string;
  readonly status: string;
  readonly kind: string;
  readonly sha256: string;
  readonly created_at: string;
};

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
