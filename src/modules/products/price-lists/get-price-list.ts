import { z } from 'zod';
import { notFound } from '../../../operation/errors.ts';
import { operation } from '../../../operation/operation.ts';
import { Id } from '../../../wire/index.ts';
import { PriceListWithPrices, readPriceList } from './price-list.ts';

export const getPriceList = operation({
  name: 'get_price_list',
  summary: 'Get one price list with all its prices.',
  http: 'GET /price-lists/{id}',
  effect: 'read',
  permission: 'products:read',
  mcp: 'action',
  input: z.strictObject({ id: Id('price_list') }),
  output: PriceListWithPrices,
  refuses: [notFound],
  run: (context, { id }) => readPriceList(context, id),
});
