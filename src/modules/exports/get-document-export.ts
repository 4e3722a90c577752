import { z } from 'zod';
import { notFound } from '../../operation/errors.ts';
import { operation } from '../../operation/operation.ts';
import { Id } from '../../wire/index.ts';
import { DocumentExport, readExport } from './document-export.ts';

export const getDocumentExport = operation({
  name: 'get_document_export',
  summary: 'Get the status and expiry of a document export. Its bytes are at /content.',
  http: 'GET /document-exports/{id}',
  effect: 'read',
  permission: 'documents:read',
  mcp: 'action',
  input: z.strictObject({ id: Id('document_export') }),
  output: DocumentExport,
  refuses: [notFound],
  run: (context, { id }) => readExport(context, id),
});
