import type { Context } from '../../../operation/operation.ts';
import type { DocumentRecord } from '../document.ts';
import { documentRecord, factsOf, keepBefore } from '../document-record.ts';
import type { StoredDocument } from '../document-row.ts';
import { quoteAccepted, quoteDeclined } from '../events.ts';
import { checkStatus, checkType } from '../status.ts';
import { changed, updateDocument } from '../store.ts';

/** Notes that the client has accepted a quote, which the caller has locked, and who of the client said so. */
export function acceptQuote(context: Context, before: StoredDocument, by: string | null): DocumentRecord {
  checkType(before.row, ['quote']);
  checkStatus(context, before.row, ['open']);
  keepBefore(context, before);
  const row = changed(context, before.row, { accepted_at: context.now, accepted_by: by });
  updateDocument(context, { ...before, row });
  context.emit(quoteAccepted({ ...row, ...factsOf(context, row) }));
  return documentRecord(context, { ...before, row });
}

type Declined = { readonly by: string | null; readonly reason: string | null };

/** The same of a quote that the client does not want. */
export function declineQuote(context: Context, before: StoredDocument, { by, reason }: Declined): DocumentRecord {
  checkType(before.row, ['quote']);
  checkStatus(context, before.row, ['open', 'expired']);
  keepBefore(context, before);
  const change = { declined_at: context.now, declined_by: by, decline_reason: reason };
  const row = changed(context, before.row, change);
  updateDocument(context, { ...before, row });
  context.emit(quoteDeclined({ ...row, ...factsOf(context, row) }));
  return documentRecord(context, { ...before, row });
}
