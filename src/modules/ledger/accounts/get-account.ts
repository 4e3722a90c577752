import { z } from 'zod';
import { notFound } from '../../../operation/errors.ts';
import { fieldsInput } from '../../../operation/list.ts';
import { operation } from '../../../operation/operation.ts';
import { Id } from '../../../wire/index.ts';
import { Account } from './account.ts';
import { loadAccounts } from './account-store.ts';

export const getAccount = operation({
  name: 'get_account',
  summary: 'Get an account of the general ledger.',
  http: 'GET /accounts/{id}',
  effect: 'read',
  permission: 'ledger:read',
  mcp: 'action',
  input: z.strictObject({ id: Id('account'), fields: fieldsInput(Account).optional() }),
  output: Account,
  refuses: [notFound],
  async run(context, { id }) {
    const account = (await loadAccounts(context, [id])).get(id);
    if (account === undefined) throw notFound();
    return account;
  },
});
