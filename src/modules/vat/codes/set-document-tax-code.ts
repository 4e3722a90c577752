import { z } from 'zod';
import { isNatureOf, purchaseNatures, salesNatures, taxCodeOf } from '../../../core/vat/tax-code.ts';
import { sql } from '../../../db/sql.ts';
import { encoderOf } from '../../../operation/encode.ts';
import { notFound, validationFailed } from '../../../operation/errors.ts';
import { event } from '../../../operation/events.ts';
import { fault, missing } from '../../../operation/fault.ts';
import { operation } from '../../../operation/operation.ts';
import { AnyId, Id } from '../../../wire/index.ts';
import { checkDocument, codedDocument, codesOf, codesRecord, DocumentTaxCodes } from './document-tax-codes.ts';

const Notice = z.object({ id: AnyId, tax_rate_id: Id('tax_rate'), code: z.string() });
const taxCodeSet = event('tax_code.set', Notice);

export const setDocumentTaxCode = operation({
  name: 'set_document_tax_code',
  summary: 'Set the VAT code of one tax of a posted sale, return or expense.',
  guidance:
    'Nothing is posted. What a filed return has under the old code, the next return declares anew. For later ' +
    'documents, set `sales_tax_code` or `purchase_tax_code` of the tax rate.',
  http: 'PUT /tax-codes/{id}',
  effect: 'write',
  permission: 'vat:write',
  mcp: 'action',
  noUndo: 'set_again',
  input: z.strictObject({
    id: AnyId.describe('A confirmed sale, a return or a posted expense.'),
    tax_rate_id: Id('tax_rate').describe('One of its tax rates.'),
    nature: z.enum([...salesNatures, ...purchaseNatures]).describe('Nature of the supply, such as K, KS or IMP.'),
  }),
  output: DocumentTaxCodes,
  refuses: [notFound, validationFailed],
  emits: [taxCodeSet],
  async run(context, { id, tax_rate_id: rateId, nature }) {
    const { db, organization } = context;
    const document = codedDocument(id);
    const [, before] = await Promise.all([checkDocument(context, document), codesOf(context, document)]);
    const current = before.find((row) => row.tax_rate_id === rateId);
    if (current === undefined) throw missing('/tax_rate_id', 'tax rate on this document');
    if (!isNatureOf(nature, current.kind, document.type)) {
      const message =
        document.type === 'sale'
          ? `Choose one of ${salesNatures.join(', ')} for a sale.`
          : 'Choose IK, IS, IX, IA, IG or IMP for a reverse-charge tax, else P, PG, PC, IM or N.';
      throw fault('/nature', 'wrong_side', message);
    }
    context.before(wire(codesRecord(context, document, before)));
    const code = taxCodeOf(nature, current);
    await db.one(
      sql`select choose_tax_code(${organization}, ${document.type}, ${document.id}, ${rateId}, ${code}) as chosen`,
    );
    context.emit(taxCodeSet({ id, tax_rate_id: rateId, code }));
    return codesRecord(context, document, await codesOf(context, document));
  },
});

const wire = encoderOf(DocumentTaxCodes);
