import type { FieldError } from '../../../operation/errors.ts';
import { notFound, validationFailed } from '../../../operation/errors.ts';
import type { Context } from '../../../operation/operation.ts';
import { type AccountClass, controlRoles, isControl, loadAccounts } from '../../ledger/index.ts';

/** The fields that name an account, and the class that the account of each has to be of. */
const classes = {
  income_account_id: 'revenue',
  cogs_account_id: 'expense',
  inventory_account_id: 'asset',
  payable_account_id: 'liability',
  receivable_account_id: 'asset',
} as const satisfies Record<string, AccountClass>;

type Field = keyof typeof classes;
export type AccountsNamed = { readonly [Name in Field]?: string | null | undefined };

// The keys are those that were just written.
const fields = Object.keys(classes) as Field[];

/** Refuses accounts that are not there, archived, or of a class in which the amounts would be misplaced. */
export async function checkAccounts(context: Context, given: AccountsNamed): Promise<void> {
  const named = fields.flatMap((field) => {
    const id = given[field];
    return id === undefined || id === null ? [] : [{ field, id }];
  });
  if (named.length === 0) return;
  const accounts = await loadAccounts(context, [...new Set(named.map(({ id }) => id))]);
  const missing: FieldError[] = [];
  const unfit: FieldError[] = [];
  for (const { field, id } of named) {
    const account = accounts.get(id);
    const pointer = `/${field}`;
    if (account === undefined) missing.push({ pointer, code: 'not_found', message: 'The account was not found.' });
    else if (account.archived_at !== null)
      unfit.push({ pointer, code: 'archived', message: 'That account is archived.' });
    else if (controlRoles.has(account.system_role))
      unfit.push({
        pointer,
        code: 'control_account',
        message: 'That account is reserved for receivables and payables.',
      });
    else if (account.class !== classes[field])
      unfit.push({ pointer, code: 'wrong_class', message: `Choose an account of the class ${classes[field]}.` });
    else if (field === 'inventory_account_id' && account.type !== 'inventory')
      unfit.push({ pointer, code: 'wrong_type', message: 'Choose an account of the type inventory.' });
    else if (field !== 'inventory_account_id' && isControl(account))
      unfit.push({ pointer, code: 'control_account', message: 'That account is reserved for inventory.' });
  }
  if (missing.length > 0) throw notFound({ errors: missing });
  if (unfit.length > 0) throw validationFailed({ errors: unfit });
}
