import { z } from 'zod';
import { sql } from '../../../db/sql.ts';
import { notFound } from '../../../operation/errors.ts';
import { operation } from '../../../operation/operation.ts';
import { Day, Id } from '../../../wire/index.ts';
import { Document } from '../document.ts';
import { documentRecord, factsOf, keepBefore } from '../document-record.ts';
import { issueRefused } from '../events.ts';
import { changed, lockDocument, updateDocument } from '../store.ts';

const problemMax = 1_000;

/**
 * Notes why a draft could not issue itself on its day. Not in the catalogue, since only the work that tried knows. What
 * was cancelled or moved to another day meanwhile stays as it is.
 */
export const noteIssueRefused = operation({
  name: 'note_issue_refused',
  summary: 'Note why a scheduled draft could not be issued.',
  http: 'POST /documents/{id}/note-issue-refused',
  effect: 'write',
  permission: 'documents:write',
  mcp: 'hidden',
  input: z.strictObject({ id: Id('document'), issue_at: Day, problem: z.string() }),
  output: Document,
  refuses: [notFound],
  emits: [issueRefused],
  async run(context, { id, issue_at: day, problem: said }) {
    const { db, organization } = context;
    const document = await lockDocument(context, { id });
    const { schedule } = document.row;
    if (schedule?.issue_at !== day || schedule.problem !== null) return documentRecord(context, document);
    keepBefore(context, document);
    const problem = said.slice(0, problemMax);
    db.later(sql`
      update document_schedules set problem = ${problem}
      where organization_id = ${organization} and document_id = ${id}`);
    const row = changed(context, document.row, { schedule: { ...schedule, problem } });
    updateDocument(context, { ...document, row });
    context.emit(issueRefused({ ...row, ...factsOf(context, row), issue_problem: problem }));
    return documentRecord(context, { ...document, row });
  },
});
