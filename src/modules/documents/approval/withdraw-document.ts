import { z } from 'zod';
import { invalidStateTransition, notFound, versionConflict } from '../../../operation/errors.ts';
import { operation } from '../../../operation/operation.ts';
import { Id, Version } from '../../../wire/index.ts';
import { Document } from '../document.ts';
import { documentRecord, keepBefore } from '../document-record.ts';
import { documentWithdrawn } from '../events.ts';
import { checkStatus } from '../status.ts';
import { changed, lockDocument, updateDocument } from '../store.ts';
import { submittedAgain, withdrawn } from './submission.ts';

export const withdrawDocument = operation({
  name: 'withdraw_document',
  summary: 'Withdraw a submitted draft document, so that it no longer awaits approval.',
  guidance: 'The draft itself stays, to be changed and submitted again. To delete it, use delete_document.',
  http: 'POST /documents/{id}/withdraw',
  effect: 'write',
  permission: 'documents:write',
  mcp: 'action',
  undo: submittedAgain,
  input: z.strictObject({ id: Id('document'), version: Version.optional() }),
  output: Document,
  refuses: [notFound, versionConflict, invalidStateTransition],
  emits: [documentWithdrawn],
  async run(context, { id, version }) {
    const before = await lockDocument(context, { id, version });
    checkStatus(context, before.row, ['submitted']);
    keepBefore(context, before);
    const row = withdrawn(context, changed(context, before.row, {}));
    updateDocument(context, { ...before, row });
    return documentRecord(context, { ...before, row });
  },
});
