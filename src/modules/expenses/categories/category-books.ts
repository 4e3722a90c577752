import { fault, missing } from '../../../operation/fault.ts';
import type { Context } from '../../../operation/operation.ts';
import { type AccountType, loadAccounts } from '../../ledger/index.ts';
import { taxRatesFor } from '../../products/index.ts';
import type { ExpenseCategoryRecord } from './expense-category.ts';

type Kind = ExpenseCategoryRecord['kind'];

/** Kind of expense by type of account. Other accounts hold money or debts, and no spending. */
const kindOf: Partial<Record<AccountType, Kind>> = {
  cost_of_goods_sold: 'cogs',
  expense: 'operating',
  other_expense: 'other',
  fixed_asset: 'asset',
  other_current_asset: 'asset',
};

/** The kind of a category on this account. Refuses accounts that take no expenses, or not of the kind that is said. */
export async function kindOn(context: Context, accountId: string, said: Kind | undefined): Promise<Kind> {
  const account = (await loadAccounts(context, [accountId])).get(accountId);
  if (account === undefined) throw missing('/account_id', 'account');
  if (account.archived_at !== null) throw fault('/account_id', 'archived', 'That account is archived.');
  const kind = kindOf[account.type];
  // The service posts to the assets with a role by itself, and knows their balance from what it posted.
  const isOwn = account.class === 'asset' && account.system_role !== null;
  if (kind === undefined || isOwn) {
    throw fault('/account_id', 'wrong_account_type', 'Choose one of your cost, expense or asset accounts.');
  }
  if (said !== undefined && said !== kind) {
    throw fault('/kind', 'wrong_kind', `Expenses on that account are ${kind}; leave \`kind\` out.`);
  }
  return kind;
}

/** Refuses a tax rate that suppliers do not charge. */
export async function checkDefaultRate(context: Context, id: string | null | undefined): Promise<void> {
  if (id === null || id === undefined) return;
  const rate = (await taxRatesFor(context, [id])).get(id);
  const pointer = '/default_tax_rate_id';
  if (rate === undefined) throw missing(pointer, 'tax rate');
  if (rate.status === 'archived') throw fault(pointer, 'archived', 'That tax rate is archived.');
  if (rate.appliesTo === 'sales') throw fault(pointer, 'wrong_side', 'That tax rate is for sales only.');
  if (rate.kind === 'withholding') throw fault(pointer, 'withholding_tax', 'Suppliers charge no tax that is withheld.');
}
