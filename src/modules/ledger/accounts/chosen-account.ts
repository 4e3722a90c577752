import type { z } from 'zod';
import { sql } from '../../../db/sql.ts';
import { notFound } from '../../../operation/errors.ts';
import { fault } from '../../../operation/fault.ts';
import type { Context } from '../../../operation/operation.ts';
import { Id } from '../../../wire/index.ts';
import { type Account, AccountCode, accounts } from './account.ts';

/** Names one account by one of two fields. */
export const accountChoice = {
  account_id: Id('account').optional(),
  account_code: AccountCode.optional().describe('Instead of account_id.'),
};

type Choice = { readonly [Field in keyof typeof accountChoice]?: z.output<(typeof accountChoice)[Field]> };

/**
 * The account that is meant, locked against being archived meanwhile; refused where it is archived. `prefix` is what
 * the two fields begin with, where there are several accounts to choose.
 */
export async function chosenAccount({ db, organization }: Context, choice: Choice, prefix = ''): Promise<Account> {
  const { account_id: id, account_code: code } = choice;
  if ((id === undefined) === (code === undefined)) {
    throw fault(`/${prefix}account_id`, 'one_of', 'Write either account_id or account_code.');
  }
  const pointer = `/${prefix}${id === undefined ? 'account_code' : 'account_id'}`;
  const account = await db.maybe<Account>(sql`
    select ${accounts.columns} from ${accounts.table}
    where organization_id = ${organization} and (id = ${id ?? null} or code = ${code ?? null}) for share`);
  if (account === undefined) {
    throw notFound({ errors: [{ pointer, code: 'not_found', message: 'The account was not found.' }] });
  }
  if (account.archived_at !== null) throw fault(pointer, 'archived', `Account ${account.code} is archived.`);
  return account;
}
