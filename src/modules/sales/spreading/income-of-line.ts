import { convert } from '../../../core/exchange.ts';
import { invalidStateTransition } from '../../../operation/errors.ts';
import { fault } from '../../../operation/fault.ts';
import type { Context } from '../../../operation/operation.ts';
import { lineToSpread } from '../../accruals/index.ts';
import { exchangeOf } from '../../exchange/index.ts';
import { accountsByRole } from '../../ledger/index.ts';
import type { LineRow, SaleRow } from '../sale-row.ts';
import { statusOf } from '../settling/settled.ts';
import { lockSale } from '../store.ts';

type Asked = {
  readonly id: string;
  readonly lineId: string | undefined;
  readonly version?: number | undefined;
  /** Place of the id in the input. */
  readonly pointer?: string;
};

type IncomeOfLine = {
  readonly row: SaleRow;
  readonly line: LineRow;
  readonly account: string;
  /** In minor units of the base currency, without tax. */
  readonly income: bigint;
};

/** Income of a line of a confirmed sale, and its account. Locks the sale. */
export async function incomeOfLine(
  context: Context,
  { id, lineId, version, pointer = '/id' }: Asked,
): Promise<IncomeOfLine> {
  const { row, lines } = await lockSale(context, id, version);
  const status = statusOf(row);
  if (status === 'draft' || status === 'voided') {
    throw invalidStateTransition({ status, allowed: status === 'draft' ? ['confirm_sale'] : [] });
  }
  if (row.kind === 'return' || row.is_deposit) {
    throw fault(pointer, 'no_income', 'Choose a sale: neither a return nor a deposit earns anything.');
  }
  const line = lineToSpread(lines, lineId);
  if (line.net <= 0n) throw fault('/line_id', 'no_income', 'Choose a line that earns something.');
  const roles = await accountsByRole(context);
  const exchange = exchangeOf(context, row);
  return {
    row,
    line,
    account: line.income_account_id ?? roles.revenueDefault,
    income: exchange === undefined ? line.net : convert(line.net, exchange),
  };
}
