import type { Context } from '../../operation/operation.ts';
import type { DocumentRow, StoredDocument } from './document-row.ts';
import { changed, updateDocument } from './store.ts';

/** Notes that somebody has looked at a document, which the caller has locked; undefined where that is known already. */
export function noteViewed(context: Context, before: StoredDocument): DocumentRow | undefined {
  if (before.row.viewed_at !== null) return undefined;
  const row = changed(context, before.row, { viewed_at: context.now });
  updateDocument(context, { ...before, row });
  return row;
}

/** Notes that a document, which the caller has locked, has left for its client. The first time counts. */
export function noteSent(context: Context, before: StoredDocument): void {
  if (before.row.sent_at !== null) return;
  updateDocument(context, { ...before, row: changed(context, before.row, { sent_at: context.now }) });
}
