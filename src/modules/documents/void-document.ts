import { z } from 'zod';
import { invalidStateTransition, notFound, versionConflict } from '../../operation/errors.ts';
import { operation } from '../../operation/operation.ts';
import { Id, Text, Version } from '../../wire/index.ts';
import { Document, quoteCancelled } from './document.ts';
import { checkStatus, documentRecord, factsOf, keepBefore } from './document-record.ts';
import { changed, lockDocument, updateDocument } from './store.ts';

const reasonMax = 500;

export const voidDocument = operation({
  name: 'void_document',
  summary: 'Cancels a quote that was issued and has become no sale. It stays on record with its number.',
  guidance: 'It cannot be undone. A draft is deleted instead.',
  http: 'POST /documents/{id}/void',
  effect: 'destructive',
  permission: 'documents:void',
  mcp: 'action',
  keyRequired: true,
  input: z.strictObject({ id: Id('document'), reason: Text(reasonMax).optional(), version: Version.optional() }),
  output: Document,
  refuses: [notFound, versionConflict, invalidStateTransition],
  emits: [quoteCancelled],
  async run(context, { id, version, reason }) {
    const before = await lockDocument(context, { id, version });
    checkStatus(context, before.row, ['open', 'expired', 'accepted']);
    keepBefore(context, before);
    const row = changed(context, before.row, { voided_at: context.now, void_reason: reason ?? null });
    updateDocument(context, { ...before, row });
    context.emit(quoteCancelled({ ...row, ...factsOf(context, row) }));
    return documentRecord(context, { ...before, row });
  },
});
