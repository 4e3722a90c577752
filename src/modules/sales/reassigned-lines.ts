import { convert } from '../../core/exchange.ts';
import { sql } from '../../db/sql.ts';
import { invalidStateTransition } from '../../operation/errors.ts';
import { fault } from '../../operation/fault.ts';
import type { Context } from '../../operation/operation.ts';
import { exchangeOf } from '../exchange/index.ts';
import { accountsByRole, type LineValues, writeLineValues } from '../ledger/index.ts';
import type { SaleRow } from './sale-row.ts';
import { statusOf } from './settling/settled.ts';
import { lockSale } from './store.ts';

/** A line as the books have it: debits are positive, and `cost` is that of its goods. */
export type BookedSaleLine = {
  readonly id: string;
  readonly ids: readonly string[];
  readonly account: string;
  readonly amount: bigint;
  readonly cost: bigint;
};

/** A sale or return that stands, locked, with its lines as they are in the books. */
export async function lockBookedSale(
  context: Context,
  id: string,
  version: number | undefined,
): Promise<{ readonly row: SaleRow; readonly lines: readonly BookedSaleLine[] }> {
  const { row, lines } = await lockSale(context, id, version);
  const status = statusOf(row);
  if (status === 'draft' || status === 'voided') {
    throw invalidStateTransition({ status, allowed: status === 'draft' ? ['update_sale'] : [] });
  }
  if (row.is_deposit) throw fault('/sale_id', 'no_income', 'Choose a sale that is no deposit: that earns nothing.');
  const roles = await accountsByRole(context);
  const exchange = exchangeOf(context, row);
  const sign = row.kind === 'return' ? 1n : -1n;
  return {
    row,
    lines: lines.map((line) => ({
      id: line.id,
      ids: line.dimension_value_ids,
      account: line.income_account_id ?? roles.revenueDefault,
      amount: sign * (exchange === undefined ? line.net : convert(line.net, exchange)),
      cost: -sign * (line.cost_total ?? 0n),
    })),
  };
}

/** What lines of a sale are for from now on; the entry that moves them is posted by the caller. */
export function writeSaleValues(context: Context, id: string, values: readonly LineValues[]): void {
  writeLineValues(context, values, { lines: sql`sale_lines`, owner: sql`sale_id`, records: sql`sales`, id });
}
