import type { z } from 'zod';
import { fault } from '../../operation/fault.ts';
import type { Context } from '../../operation/operation.ts';
import { accountChoice, chosenAccount } from '../ledger/index.ts';

export const resultAccountInput = accountChoice;

type Choice = { readonly [Field in keyof typeof accountChoice]?: z.output<(typeof accountChoice)[Field]> };

/** The account of income or expense that is meant, locked against being archived meanwhile. */
export async function resultAccount(context: Context, choice: Choice): Promise<string> {
  const account = await chosenAccount(context, choice);
  if (account.class === 'revenue' || account.class === 'expense') return account.id;
  const field = choice.account_id === undefined ? '/account_code' : '/account_id';
  throw fault(field, 'wrong_account_type', `Account ${account.code} is no account of income or expense.`);
}
