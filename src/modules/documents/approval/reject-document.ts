import { z } from 'zod';
import { actorStamp } from '../../../operation/actor.ts';
import { invalidStateTransition, notFound, versionConflict } from '../../../operation/errors.ts';
import { operation } from '../../../operation/operation.ts';
import { Id, Text, Version } from '../../../wire/index.ts';
import { Document } from '../document.ts';
import { documentRecord, factsOf, keepBefore } from '../document-record.ts';
import { documentRejected } from '../events.ts';
import { checkStatus } from '../status.ts';
import { changed, lockDocument, updateDocument } from '../store.ts';
import { unsubmitted } from './submission.ts';

const reasonMax = 500;

export const rejectDocument = operation({
  name: 'reject_document',
  summary: 'Reject a submitted draft document with a reason; whoever submitted it is notified.',
  guidance: 'It can be changed and submitted again. To approve it instead, use issue_document.',
  http: 'POST /documents/{id}/reject',
  effect: 'write',
  permission: 'documents:issue',
  mcp: 'action',
  noUndo: 'confirmed',
  input: z.strictObject({ id: Id('document'), reason: Text(reasonMax), version: Version.optional() }),
  output: Document,
  refuses: [notFound, versionConflict, invalidStateTransition],
  emits: [documentRejected],
  async run(context, { id, version, reason }) {
    const before = await lockDocument(context, { id, version });
    checkStatus(context, before.row, ['submitted']);
    keepBefore(context, before);
    const { submitted_by: submitter } = before.row;
    const row = changed(context, before.row, {
      ...unsubmitted,
      rejected_at: context.now,
      rejected_by: actorStamp(context.actor),
      reject_reason: reason,
    });
    updateDocument(context, { ...before, row });
    const told = { ...row, ...factsOf(context, row), submitted_by: submitter, reject_reason: reason };
    context.emit(documentRejected(told));
    return documentRecord(context, { ...before, row });
  },
});
