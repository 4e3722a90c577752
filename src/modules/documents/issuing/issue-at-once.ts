import type { Context } from '../../../operation/operation.ts';
import { factsOf } from '../document-record.ts';
import type { StoredDocument } from '../document-row.ts';
import { created, issued } from '../events.ts';
import { type Parties, snapshotOf } from '../printing/snapshot.ts';
import { changed, insertDocument, insertLines, sealDocument } from '../store.ts';

/** Writes a document that is never a draft, with its number, in one flight. `alongside` writes what goes with it. */
export async function issueAtOnce(
  context: Context,
  draft: StoredDocument,
  { parties, alongside }: { readonly parties: Parties; readonly alongside?: () => void },
): Promise<StoredDocument> {
  insertDocument(context, draft);
  const row = changed(context, draft.row, {
    issue_date: context.today,
    issued_at: context.now,
    snapshot: snapshotOf(draft.row, parties),
  });
  insertLines(context, { row, lines: draft.lines });
  alongside?.();
  const after = { ...row, ...(await sealDocument(context, { row, lines: draft.lines })) };
  context.emit(created[row.type]({ ...draft.row, ...factsOf(context, draft.row) }));
  context.emit(issued[row.type]({ ...after, ...factsOf(context, after) }));
  return { row: after, lines: draft.lines };
}
