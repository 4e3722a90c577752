import { z } from 'zod';
import { invalidStateTransition, notFound, validationFailed } from '../../../operation/errors.ts';
import { operation } from '../../../operation/operation.ts';
import { undoneBy } from '../../../operation/undo.ts';
import { Id } from '../../../wire/index.ts';
import { exchangeRateMissing } from '../../exchange/index.ts';
import { holdEvents, insufficientStock, locationNotActive, stockEvents } from '../../stock/index.ts';
import { createDraft } from './create-sale.ts';
import { reserveSays } from './hold-goods.ts';
import { clientNotActive, currencyMismatch, saleCreated, SaleWithWarnings, variantNotSold } from '../sale.ts';
import { type SaleInput, saleInput } from './sale-input.ts';
import { readSale, type StoredSale } from '../store.ts';
import { termsOf } from './stored-input.ts';
import { termsOfToday } from '../pricing/terms-of-today.ts';

const { sale_date, exchange_rate, location_id } = saleInput;

export const duplicateSale = operation({
  name: 'duplicate_sale',
  summary: 'Duplicate a sale as a draft dated today, at current prices and taxes or the original ones.',
  guidance: '`current` looks up only prices that came from price lists or the catalogue; manual prices stay.',
  http: 'POST /sales/{id}/duplicate',
  effect: 'write',
  permission: 'sales:write',
  mcp: 'action',
  undo: undoneBy('delete_sale'),
  input: z.strictObject({
    id: Id('sale'),
    prices: z
      .enum(['current', 'same'])
      .default('current')
      .describe('`same`: the original prices, taxes and discounts.'),
    sale_date,
    exchange_rate,
    location_id: location_id.describe('Location to issue stock from. Default: the original one.'),
    reserve: z.boolean().default(false).describe(reserveSays),
  }),
  output: SaleWithWarnings,
  refuses: [
    validationFailed,
    notFound,
    invalidStateTransition,
    currencyMismatch,
    exchangeRateMissing,
    clientNotActive,
    variantNotSold,
    insufficientStock,
    locationNotActive,
  ],
  emits: [saleCreated, ...holdEvents, ...stockEvents],
  async run(context, { id, prices, reserve, ...given }) {
    const sale = await readSale(context, id);
    if (sale.row.kind === 'return') throw invalidStateTransition({ status: 'return', allowed: [] });
    const same = sameAgain(sale);
    const input = prices === 'same' ? same : { ...same, ...termsOfToday(sale) };
    const place = { ...given, location_id: given.location_id ?? sale.row.location_id };
    const isDeposit = sale.row.is_deposit;
    return createDraft(
      context,
      { ...input, ...place },
      { reserve, isDeposit, ...(prices === 'same' && { like: sale }) },
    );
  },
});

/** Leaves out dates, payments and external ids. */
function sameAgain(sale: StoredSale): SaleInput {
  const { channel, notes, custom_fields, tags } = sale.row;
  return { ...termsOf(sale), channel, notes, custom_fields, tags };
}
