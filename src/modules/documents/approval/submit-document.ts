import { z } from 'zod';
import { actorStamp } from '../../../operation/actor.ts';
import { invalidStateTransition, notFound, versionConflict } from '../../../operation/errors.ts';
import { operation } from '../../../operation/operation.ts';
import { undoneBy } from '../../../operation/undo.ts';
import { Id, Text, Version } from '../../../wire/index.ts';
import { Document } from '../document.ts';
import { documentRecord, factsOf, keepBefore } from '../document-record.ts';
import { documentSubmitted } from '../events.ts';
import { checkStatus, statusOf } from '../status.ts';
import { changed, lockDocument, updateDocument } from '../store.ts';

const noteMax = 500;

export const submitDocument = operation({
  name: 'submit_document',
  summary: 'Submit a draft document for approval; members who may issue it are notified.',
  guidance:
    'For members without documents:issue. issue_document approves it, reject_document returns it with a reason. ' +
    'Changing it afterwards withdraws it.',
  http: 'POST /documents/{id}/submit',
  effect: 'write',
  permission: 'documents:write',
  mcp: 'action',
  undo: undoneBy('withdraw_document'),
  input: z.strictObject({
    id: Id('document'),
    note: Text(noteMax).optional().describe('What the approver should know.'),
    version: Version.optional(),
  }),
  output: Document,
  refuses: [notFound, versionConflict, invalidStateTransition],
  emits: [documentSubmitted],
  async run(context, { id, version, note }) {
    const before = await lockDocument(context, { id, version });
    const isTaken = ['submitted', 'scheduled'].includes(statusOf(context, before.row));
    checkStatus(context, before.row, isTaken ? [] : ['draft']);
    keepBefore(context, before);
    const row = changed(context, before.row, {
      submitted_at: context.now,
      submitted_by: actorStamp(context.actor),
      submit_note: note ?? null,
    });
    updateDocument(context, { ...before, row });
    context.emit(documentSubmitted({ ...row, ...factsOf(context, row) }));
    return documentRecord(context, { ...before, row });
  },
});
