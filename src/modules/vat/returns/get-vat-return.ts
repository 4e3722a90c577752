import { z } from 'zod';
import { notFound } from '../../../operation/errors.ts';
import { fieldsInput } from '../../../operation/list.ts';
import { operation } from '../../../operation/operation.ts';
import { Id } from '../../../wire/index.ts';
import { returnRecord } from './return-record.ts';
import { loadReturn } from './store.ts';
import { VatReturn } from './vat-return.ts';

export const getVatReturn = operation({
  name: 'get_vat_return',
  summary: 'Get a VAT return with its boxes, checks and payments.',
  guidance: 'A draft is filled in from the books as they are now. See list_vat_return_lines for what is behind a box.',
  http: 'GET /vat-returns/{id}',
  effect: 'read',
  permission: 'vat:read',
  mcp: 'action',
  cost: 4,
  input: z.strictObject({ id: Id('vat_return'), fields: fieldsInput(VatReturn).optional() }),
  output: VatReturn,
  refuses: [notFound],
  async run(context, { id }) {
    return returnRecord(context, await loadReturn(context, id));
  },
});
