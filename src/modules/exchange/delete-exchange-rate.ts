import { z } from 'zod';
import { sql } from '../../db/sql.ts';
import { notFound, versionConflict } from '../../operation/errors.ts';
import { operation } from '../../operation/operation.ts';
import { Id, Version } from '../../wire/index.ts';
import {
  exchangeRateColumns,
  exchangeRateDeleted,
  exchangeRateRecord,
  type ExchangeRateRow,
  wireExchangeRate,
} from './exchange-rate.ts';

export const deleteExchangeRate = operation({
  name: 'delete_exchange_rate',
  summary: 'Delete an exchange rate. Documents that used it keep it.',
  http: 'DELETE /exchange-rates/{id}',
  effect: 'destructive',
  permission: 'ledger:manage',
  mcp: 'action',
  // Limits of tokens are worked out by it.
  amount: 'later',
  noUndo: 'deleted',
  input: z.strictObject({ id: Id('exchange_rate'), version: Version.optional() }),
  output: z.object({ id: Id('exchange_rate'), deleted: z.literal(true) }),
  refuses: [notFound, versionConflict],
  emits: [exchangeRateDeleted],
  async run(context, { id, version }) {
    const { db, organization } = context;
    const row = await db.maybe<ExchangeRateRow>(sql`
      select ${exchangeRateColumns} from exchange_rates
      where organization_id = ${organization} and id = ${id} for update`);
    if (row === undefined) throw notFound();
    if (version !== undefined && version !== row.version) throw versionConflict({ current_version: row.version });
    const record = exchangeRateRecord(row);
    context.before(wireExchangeRate(record));
    await db.run(sql`delete from exchange_rates where organization_id = ${organization} and id = ${id}`);
    context.emit(exchangeRateDeleted(record));
    return { id, deleted: true as const };
  },
});
