import { notFound, validationFailed, versionConflict } from '../../../operation/errors.ts';
import { operation } from '../../../operation/operation.ts';
import { undoneByEarlierValues } from '../../../operation/undo.ts';
import { sent } from '../../../wire/index.ts';
import {
  linkNotFound,
  OtherDocument,
  OtherDocumentPatch,
  otherExternalIdTaken,
  otherUpdated,
  wireOther,
} from './other-document.ts';
import { changedOther, lockOther, otherRecord, rewriteOther } from './other-document-store.ts';

const linkFields = ['client_ids', 'sale_ids', 'expense_ids', 'document_ids'] as const;

export const updateOtherDocument = operation({
  name: 'update_other_document',
  summary: 'Update the title, dates, tags and links of an uploaded document. The file is unchanged.',
  guidance: 'Each list of ids sent replaces the old one; lists left out are unchanged.',
  http: 'PATCH /other-documents/{id}',
  effect: 'write',
  permission: 'documents:write',
  mcp: 'action',
  undo: undoneByEarlierValues('update_other_document'),
  input: OtherDocumentPatch,
  output: OtherDocument,
  refuses: [notFound, validationFailed, versionConflict, linkNotFound, otherExternalIdTaken],
  emits: [otherUpdated],
  async run(context, { id, version, ...patch }) {
    const current = await lockOther(context, { id, version });
    const links = linkFields.flatMap((field) => {
      const ids = patch[field];
      return ids === undefined ? [] : [[field, [...new Set(ids)]] as const];
    });
    const next = changedOther(context, current, { ...sent(patch), ...Object.fromEntries(links) });
    context.before(wireOther(otherRecord(context, current)));
    rewriteOther(context, next, links.length > 0);
    const record = otherRecord(context, next);
    context.emit(otherUpdated(record));
    return record;
  },
});
