import { z } from 'zod';
import { notFound } from '../../../operation/errors.ts';
import { operation } from '../../../operation/operation.ts';
import { pagesRefused } from '../../../operation/pages-refused.ts';
import { Id, ImageOutput } from '../../../wire/index.ts';
import { pictureOf } from './document-pages.ts';

export const getDocumentPages = operation({
  name: 'get_document_pages',
  summary: 'Get the pages of a document as one SVG image, to show them on a screen.',
  guidance: 'The pages as they look now, one below the other. For the file that is sent and kept, get the PDF.',
  http: 'GET /documents/{id}/pages',
  effect: 'read',
  permission: 'documents:read',
  // Pages are for eyes.
  mcp: 'hidden',
  cost: 4,
  input: z.strictObject({ id: Id('document') }),
  output: ImageOutput,
  refuses: [notFound, pagesRefused],
  run: (context, { id }) => pictureOf(context, id),
});
