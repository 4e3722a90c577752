import { z } from 'zod';
import { notFound } from '../../../operation/errors.ts';
import { operation } from '../../../operation/operation.ts';
import { Id } from '../../../wire/index.ts';
import { OtherDocument } from './other-document.ts';
import { otherRecord, readOther } from './other-document-store.ts';

export const getOtherDocument = operation({
  name: 'get_other_document',
  summary: 'Get an uploaded document: its title, dates, tags and linked records.',
  http: 'GET /other-documents/{id}',
  effect: 'read',
  permission: 'documents:read',
  mcp: 'action',
  input: z.strictObject({ id: Id('other_document') }),
  output: OtherDocument,
  refuses: [notFound],
  run: async (context, { id }) => otherRecord(context, await readOther(context, id)),
});
