import { convert } from '../../../core/exchange.ts';
import { fault } from '../../../operation/fault.ts';
import type { Context } from '../../../operation/operation.ts';
import type { OperationName } from '../../../operation/errors.ts';
import { lineToSpread } from '../../accruals/index.ts';
import { exchangeOf } from '../../exchange/index.ts';
import { loadAccounts } from '../../ledger/index.ts';
import { checkState, costOf, isCreditNote } from '../expense-record.ts';
import type { ExpenseRow, StoredLine } from '../expense-row.ts';
import { lockExpense } from '../store.ts';

type Asked = {
  readonly id: string;
  readonly lineId: string | undefined;
  readonly version?: number | undefined;
  /** Place of the id in the input. */
  readonly pointer?: string;
  readonly action: OperationName;
};

type CostOfLine = {
  readonly row: ExpenseRow;
  readonly line: StoredLine;
  readonly account: string;
  readonly accountType: string;
  /** In minor units of the base currency, without what is claimed back of its tax. */
  readonly cost: bigint;
};

/** Cost of a line of a posted bill, and its account. Locks the bill. */
export async function costOfLine(
  context: Context,
  { id, lineId, version, pointer = '/id', action }: Asked,
): Promise<CostOfLine> {
  const expense = await lockExpense(context, id, version);
  const { row } = expense;
  checkState(row, action);
  if (isCreditNote(row)) throw fault(pointer, 'credit_note', 'Choose a bill, not a credit note.');
  const line = lineToSpread(expense.lines, lineId);
  const accountId = line.account_id ?? '';
  const account = (await loadAccounts(context, [accountId])).get(accountId);
  const exchange = exchangeOf(context, row);
  const cost = costOf(line);
  return {
    row,
    line,
    account: accountId,
    accountType: account?.type ?? '',
    cost: exchange === undefined ? cost : convert(cost, exchange),
  };
}
