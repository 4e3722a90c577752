import { z } from 'zod';
import { notFound } from '../../../operation/errors.ts';
import { operation } from '../../../operation/operation.ts';
import { AnyId } from '../../../wire/index.ts';
import { checkDocument, codedDocument, codesOf, codesRecord, DocumentTaxCodes } from './document-tax-codes.ts';

export const getDocumentTaxCodes = operation({
  name: 'get_document_tax_codes',
  summary: 'Get the VAT codes of a posted sale, return or expense, one for each of its tax rates.',
  http: 'GET /tax-codes/{id}',
  effect: 'read',
  permission: 'vat:read',
  mcp: 'action',
  input: z.strictObject({ id: AnyId.describe('A confirmed sale, a return or a posted expense.') }),
  output: DocumentTaxCodes,
  refuses: [notFound],
  async run(context, { id }) {
    const document = codedDocument(id);
    const [, rows] = await Promise.all([checkDocument(context, document), codesOf(context, document)]);
    return codesRecord(context, document, rows);
  },
});
