import { z } from 'zod';
import { exchangeRateFrom } from '../../core/exchange.ts';
import { sql } from '../../db/sql.ts';
import { actorStamp } from '../../operation/actor.ts';
import { validationFailed } from '../../operation/errors.ts';
import { operation } from '../../operation/operation.ts';
import type { Undo } from '../../operation/undo.ts';
import { Amount, Currency, Day, Text } from '../../wire/index.ts';
import {
  ExchangeRate,
  exchangeRateColumns,
  exchangeRateRecord,
  type ExchangeRateRow,
  exchangeRateSet,
  wireExchangeRate,
} from './exchange-rate.ts';

const earlierRate: Undo = ({ before, output: { id } }) => {
  if (before === undefined) return [{ operation: 'delete_exchange_rate', input: { id } }];
  const { currency, rate, rate_date, source } = before;
  return [{ operation: 'set_exchange_rate', input: { currency, rate, rate_date, source } }];
};

export const setExchangeRate = operation({
  name: 'set_exchange_rate',
  summary: 'Set a currency’s exchange rate to the base currency for a date, replacing any existing one.',
  guidance: 'It applies to documents from that date until the next rate. Existing documents keep theirs.',
  http: 'POST /exchange-rates',
  effect: 'write',
  permission: 'ledger:manage',
  mcp: 'action',
  // Limits of tokens are worked out by it.
  amount: 'later',
  undo: earlierRate,
  input: z.strictObject({
    currency: Currency,
    rate: Amount.describe('Base currency per unit, such as "1.09"; at most ten decimals.'),
    rate_date: Day.optional().describe('Default: today.'),
    source: Text(100).optional().describe('Source, such as "ECB".'),
  }),
  output: ExchangeRate,
  refuses: [validationFailed],
  emits: [exchangeRateSet],
  async run(context, { currency, rate: asked, rate_date: asOf, source }) {
    const { db, organization, now, actor } = context;
    const rate = exchangeRateFrom(asked);
    if (rate === undefined) throw wrongRate('/rate');
    if (currency === actor.organization?.baseCurrency) {
      const message = 'That is the base currency, whose rate is always 1. Write another currency.';
      throw validationFailed({ errors: [{ pointer: '/currency', code: 'base_currency', message }], hint: message });
    }
    const day = asOf ?? context.today;
    const before = await db.maybe<ExchangeRateRow>(sql`
      select ${exchangeRateColumns} from exchange_rates
      where organization_id = ${organization} and currency = ${currency} and rate_date = ${day} for update`);
    if (before !== undefined) context.before(wireExchangeRate(exchangeRateRecord(before)));
    const stamp = JSON.stringify(actorStamp(actor));
    const row = await db.one<ExchangeRateRow>(sql`
      insert into exchange_rates as kept (organization_id, id, currency, rate_date, rate, source, created_at,
        updated_at, created_by, updated_by)
      values (${organization}, ${context.newId()}, ${currency}, ${day}, ${rate}, ${source ?? 'manual'}, ${now}, ${now},
        ${stamp}, ${stamp})
      on conflict (organization_id, currency, rate_date) do update set rate = excluded.rate, source = excluded.source,
        version = kept.version + 1, updated_at = excluded.updated_at, updated_by = excluded.updated_by
      returning ${exchangeRateColumns}`);
    const record = exchangeRateRecord(row);
    context.emit(exchangeRateSet(record));
    return record;
  },
});

export function wrongRate(pointer: string): Error {
  const message = 'Write a rate above zero, with at most ten decimals, such as "1.09".';
  return validationFailed({ errors: [{ pointer, code: 'wrong_rate', message }], hint: message });
}
