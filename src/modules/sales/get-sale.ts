import { z } from 'zod';
import { notFound } from '../../operation/errors.ts';
import { expandRows } from '../../operation/expand.ts';
import { expandPaths, fieldsInput } from '../../operation/list.ts';
import { operation } from '../../operation/operation.ts';
import { Id } from '../../wire/index.ts';
import { ExpandedSale, saleExpansions } from './expanded-sale.ts';
import { saleRecord } from './sale-record.ts';
import { readSale } from './store.ts';

export const getSale = operation({
  name: 'get_sale',
  summary: 'Get a sale with its lines, taxes and amount due.',
  http: 'GET /sales/{id}',
  effect: 'read',
  permission: 'sales:read',
  mcp: 'tool',
  input: z.strictObject({
    id: Id('sale'),
    fields: fieldsInput(ExpandedSale).optional(),
    expand: expandPaths(saleExpansions).optional(),
  }),
  output: ExpandedSale,
  refuses: [notFound],
  async run(context, { id, expand }) {
    const { row, lines } = await readSale(context, id);
    const sale = saleRecord(context, row, lines);
    await expandRows(context, [sale], expand, saleExpansions);
    return sale;
  },
});
