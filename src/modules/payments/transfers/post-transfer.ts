import { money } from '../../../core/money.ts';
import { moneyChanged } from '../../../core/posting.ts';
import { fault, missing } from '../../../operation/fault.ts';
import type { Context } from '../../../operation/operation.ts';
import { baseOf } from '../../exchange/index.ts';
import type { AccountsByRole, MoneyAccount, Posting } from '../../ledger/index.ts';
import { transferCompleted, type TransferRow } from './transfer.ts';

/** Refuses an account where no money can be, or that only the service posts to. */
export function checkPlace(account: MoneyAccount | undefined, pointer: string): void {
  if (account === undefined) throw missing(pointer, 'account');
  if (account.isArchived) throw fault(pointer, 'archived', 'The account is archived; restore it first.');
  if (account.holdsMoney) return;
  throw fault(pointer, 'wrong_account_type', 'Choose an account that holds money, such as cash or a bank account.');
}

type Posted = { readonly places: ReadonlyMap<string, MoneyAccount>; readonly accounts: AccountsByRole };

/** Postings of a transfer; none where its value is zero. */
export function transferPostings(
  context: Context,
  row: Omit<TransferRow, 'number'>,
  { places, accounts }: Posted,
): Posting[] {
  const { from_account_id: from, to_account_id: to, currency, to_currency: toCurrency } = row;
  const entry = moneyChanged({
    header: {
      date: row.transfer_date,
      memo: `${places.get(from)?.name ?? ''} to ${places.get(to)?.name ?? ''}`,
      source: { type: 'money_transfer', id: row.id, event: transferCompleted.type },
    },
    accounts,
    base: baseOf(context),
    from: { account: from, amount: money(row.amount, currency), base: row.base_amount },
    to: { account: to, amount: money(row.to_amount, toCurrency), base: row.base_to_amount },
    fee: { amount: money(row.fee_amount, currency), base: row.base_fee },
  });
  return entry === undefined ? [] : [{ id: context.newId(), entry }];
}
