import { z } from 'zod';
import { notFound, validationFailed } from '../../../operation/errors.ts';
import { operation } from '../../../operation/operation.ts';
import { exchangeRateMissing } from '../../exchange/index.ts';
import { locationFor } from '../../stock/index.ts';
import { loadSale } from '../load-sale.ts';
import { withIds } from '../drafts/names.ts';
import { planSale } from '../drafts/plan-sale.ts';
import {
  ambiguousName,
  clientNotActive,
  currencyMismatch,
  pricedFields,
  scheduleExceedsTotal,
  variantNotSold,
  Warning,
} from '../sale.ts';
import { SaleLine } from '../sale-line.ts';
import { priceInput } from '../drafts/sale-input.ts';
import { saleRecord } from '../sale-record.ts';
import { untaxedWarnings } from './untaxed-lines.ts';

export const calculateSale = operation({
  name: 'calculate_sale',
  summary: 'Calculate the prices, discounts, taxes and total of a sale, without saving it.',
  http: 'POST /sales/calculate',
  effect: 'read',
  permission: 'sales:read',
  mcp: 'action',
  input: z.strictObject(priceInput),
  output: z.object({
    ...pricedFields,
    lines: z.array(SaleLine.omit({ id: true, unit_cost: true, cost_total: true })),
    warnings: z.array(Warning),
  }),
  refuses: [
    validationFailed,
    notFound,
    currencyMismatch,
    exchangeRateMissing,
    scheduleExceedsTotal,
    clientNotActive,
    variantNotSold,
    ambiguousName,
  ],
  async run(context, given) {
    const input = await withIds(context, given);
    const parts = await loadSale(context, input, locationFor(context, undefined));
    const { row, lines } = planSale(context, input, parts, { id: '', locationId: '' });
    return { ...saleRecord(context, row, lines), warnings: await untaxedWarnings(context, lines) };
  },
});
