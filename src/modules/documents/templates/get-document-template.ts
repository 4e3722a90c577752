import { z } from 'zod';
import { notFound } from '../../../operation/errors.ts';
import { operation } from '../../../operation/operation.ts';
import { Id } from '../../../wire/index.ts';
import { DocumentTemplateWithWarnings } from './document-template.ts';
import { readTemplate } from './template-store.ts';
import { withWarnings } from './template-warnings.ts';

export const getDocumentTemplate = operation({
  name: 'get_document_template',
  summary: 'Get the working draft of a template, with its layout and source.',
  http: 'GET /document-templates/{id}',
  effect: 'read',
  permission: 'documents:read',
  mcp: 'action',
  input: z.strictObject({ id: Id('document_template') }),
  output: DocumentTemplateWithWarnings,
  refuses: [notFound],
  run: async (context, { id }) => withWarnings(await readTemplate(context, id)),
});
