import type { Context } from '../../../operation/operation.ts';
import type { Undo } from '../../../operation/undo.ts';
import { factsOf } from '../document-record.ts';
import type { DocumentRow } from '../document-row.ts';
import { documentWithdrawn } from '../events.ts';

type Submission = Pick<DocumentRow, 'submitted_at' | 'submitted_by' | 'submit_note'>;

export const unsubmitted: Submission = { submitted_at: null, submitted_by: null, submit_note: null };

/** The draft, no longer awaiting approval. */
export function withdrawn(context: Context, row: DocumentRow): DocumentRow {
  const draft = { ...row, ...unsubmitted };
  context.emit(documentWithdrawn({ ...draft, ...factsOf(context, draft) }));
  return draft;
}

/** Undoes what withdrew a submission: it awaits approval again. */
export const submittedAgain: Undo = ({ before, output }) => {
  const { submitted_at: at, submit_note: note } = before ?? {};
  if (typeof at !== 'string' || output['submitted_at'] !== null) return [];
  const said = typeof note === 'string' ? { note } : {};
  return [{ operation: 'submit_document', input: { id: output['id'], ...said } }];
};
