import { z } from 'zod';
import { notFound } from '../../operation/errors.ts';
import { expandRows } from '../../operation/expand.ts';
import { expandPaths, fieldsInput } from '../../operation/list.ts';
import { operation } from '../../operation/operation.ts';
import { Id } from '../../wire/index.ts';
import { documentRecord } from './document-record.ts';
import { documentExpansions, ExpandedDocument } from './expanded-document.ts';
import { readDocument } from './store.ts';

export const getDocument = operation({
  name: 'get_document',
  summary: 'Get a document with its lines, taxes and status.',
  http: 'GET /documents/{id}',
  effect: 'read',
  permission: 'documents:read',
  mcp: 'action',
  input: z.strictObject({
    id: Id('document'),
    fields: fieldsInput(ExpandedDocument).optional(),
    expand: expandPaths(documentExpansions).optional(),
  }),
  output: ExpandedDocument,
  refuses: [notFound],
  async run(context, { id, expand }) {
    const document = documentRecord(context, await readDocument(context, id));
    await expandRows(context, [document], expand, documentExpansions);
    return document;
  },
});
