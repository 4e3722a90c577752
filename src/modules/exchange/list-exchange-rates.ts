import { sql } from '../../db/sql.ts';
import { dayRange, filter, instantRange } from '../../operation/filter.ts';
import { dayKey, instantKey, listOf, Page, page } from '../../operation/list.ts';
import { operation } from '../../operation/operation.ts';
import { Currency } from '../../wire/index.ts';
import { ExchangeRate, exchangeRateColumns, exchangeRateRecord, type ExchangeRateRow } from './exchange-rate.ts';

const rates = listOf({
  name: 'exchange_rates',
  row: ExchangeRate,
  id: sql`id`,
  sorts: { rate_date: dayKey(sql`rate_date`), updated_at: instantKey(sql`updated_at`) },
  defaultSort: '-rate_date',
  filters: {
    currency: filter(Currency, (currency) => sql`currency = ${currency}`),
    rate_date: dayRange(sql`rate_date`),
    updated_at: instantRange(sql`updated_at`),
  },
});

export const listExchangeRates = operation({
  name: 'list_exchange_rates',
  summary: 'List exchange rates, latest first.',
  http: 'GET /exchange-rates',
  effect: 'read',
  permission: 'ledger:read',
  mcp: 'action',
  input: rates.input,
  output: Page(ExchangeRate),
  async run(context, input) {
    const found = await page<ExchangeRateRow>(context, rates, input, {
      select: exchangeRateColumns,
      from: sql`exchange_rates`,
      where: sql`organization_id = ${context.organization}`,
    });
    return { ...found, data: found.data.map(exchangeRateRecord) };
  },
});
