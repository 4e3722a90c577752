import { z } from 'zod';
import { notFound } from '../../operation/errors.ts';
import { operation } from '../../operation/operation.ts';
import { Id } from '../../wire/index.ts';
import { DocumentExport, readExport } from './document-export.ts';

export const getDocumentExport = operation({
  name: 'get_document_export',
  summary: 'How far a zip of documents is, and until when it is kept. Its bytes are at /content.',
  http: 'GET /document-exports/{id}',
  effect: 'read',
  permission: 'documents:read',
  mcp: 'action',
  input: z.strictObject({ id: Id('document_export') }),
  output: DocumentExport,
  refuses: [notFound],
  run: (context, { id }) => readExport(context, id),
});
