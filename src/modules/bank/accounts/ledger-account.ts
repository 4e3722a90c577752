import { fault, missing } from '../../../operation/fault.ts';
import type { Context } from '../../../operation/operation.ts';
import { type AccountType, controlRoles, loadAccounts } from '../../ledger/index.ts';
import type { BankAccountKind } from './bank-account.ts';

/** Types of accounts of the chart that each kind of bank account can stand for. */
const fitting: Readonly<Record<BankAccountKind, readonly AccountType[]>> = {
  bank: ['bank', 'other_current_liability'],
  card: ['credit_card', 'bank', 'other_current_liability'],
  cash: ['cash'],
  provider: ['other_current_asset', 'bank'],
  loan: ['other_current_liability', 'long_term_liability'],
};

/** Refuses an account of the chart that is no money of this kind. */
export async function checkLedgerAccount(context: Context, kind: BankAccountKind, id: string): Promise<void> {
  const account = (await loadAccounts(context, [id])).get(id);
  if (account === undefined) throw missing('/account_id', 'account');
  if (account.archived_at !== null) throw fault('/account_id', 'archived', 'The account is archived.');
  if (fitting[kind].includes(account.type) && !controlRoles.has(account.system_role)) return;
  const types = fitting[kind].map((type) => `\`${type}\``).join(' or ');
  throw fault('/account_id', 'wrong_account_type', `Choose an account of type ${types} for the kind \`${kind}\`.`);
}
