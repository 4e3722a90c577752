import { z } from 'zod';
import { sql } from '../../db/sql.ts';
import { notFound } from '../../operation/errors.ts';
import { fieldsInput } from '../../operation/list.ts';
import { operation } from '../../operation/operation.ts';
import { Id } from '../../wire/index.ts';
import { ExchangeRate, exchangeRateColumns, exchangeRateRecord, type ExchangeRateRow } from './exchange-rate.ts';

export const getExchangeRate = operation({
  name: 'get_exchange_rate',
  summary: 'Get an exchange rate.',
  http: 'GET /exchange-rates/{id}',
  effect: 'read',
  permission: 'ledger:read',
  mcp: 'action',
  input: z.strictObject({ id: Id('exchange_rate'), fields: fieldsInput(ExchangeRate).optional() }),
  output: ExchangeRate,
  refuses: [notFound],
  async run({ db, organization }, { id }) {
    const row = await db.maybe<ExchangeRateRow>(sql`
      select ${exchangeRateColumns} from exchange_rates where organization_id = ${organization} and id = ${id}`);
    if (row === undefined) throw notFound();
    return exchangeRateRecord(row);
  },
});
