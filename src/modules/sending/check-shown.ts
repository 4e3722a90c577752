import { invalidStateTransition } from '../../operation/errors.ts';
import type { Context } from '../../operation/operation.ts';
import { checkIssued, type StoredDocument } from '../documents/index.ts';

/** Refuses what no client may see: what has not been issued or is void, and what would tell prices that it hides. */
export function checkShown(context: Context, row: StoredDocument['row']): void {
  checkIssued(context, row);
  if (row.type !== 'delivery_note') return;
  throw invalidStateTransition({
    type: row.type,
    allowed: ['get_document_pdf'],
    hint: 'A delivery note goes with the goods and tells no prices: print its PDF.',
  });
}
