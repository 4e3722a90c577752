import { z } from 'zod';
import { notFound } from '../../operation/errors.ts';
import { operation } from '../../operation/operation.ts';
import { Id } from '../../wire/index.ts';
import { eInvoiceInFile, eInvoiceUnreadable, FileEInvoice } from './file-e-invoice.ts';

export const readEinvoice = operation({
  name: 'read_einvoice',
  summary: 'Read the e-invoice in a file: XRechnung, Peppol, UBL, CII, ZUGFeRD or Factur-X.',
  guidance:
    'It was parsed on upload. `warnings` lists incorrect totals. Draft an expense with create_expense_from_file.',
  http: 'GET /files/{id}/einvoice',
  effect: 'read',
  permission: 'files:read',
  mcp: 'action',
  input: z.strictObject({ id: Id('file') }),
  output: FileEInvoice,
  refuses: [notFound, eInvoiceUnreadable],
  run: (context, { id }) => eInvoiceInFile(context, id),
});
