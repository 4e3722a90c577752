import { nameKey } from '../../core/fold.ts';
import { validationFailed } from '../../operation/errors.ts';
import { type AccountType, accountTypes, classOf } from '../ledger/index.ts';
import { accountTypeIn } from './account-type.ts';
import { type ChartAccount, chartOf, type FoundAccount } from './find-accounts.ts';
import type { ImportContext, Step } from './import-context.ts';
import type { ImportRecord, Values } from './import-record.ts';

/**
 * A new account; or of one whose code is there, its name alone. What is owed and what was earned before has one account
 * in the books: it takes the code and the name that the file has for it, so that there is no second one beside it.
 */
export async function accountSteps({ rows: [values = {}] }: ImportRecord, context: ImportContext): Promise<Step[]> {
  const { code = '', name = '', english_name, description } = values;
  const type = typeIn(values);
  const chart = await chartOf(context);
  const there = chart.find((account) => account.code === code);
  if (there !== undefined) return renamed(there, values, type);
  if (type === undefined) throw typeMissing();
  const own = chart.find(({ system_role: role }) => role !== null && role === onlyRoles[type]);
  const about = { name, english_name, description };
  if (own === undefined) return [{ operation: 'create_account', input: { code, type, ...about } }];
  const first = await context.once(`the account of ${type}`, () => Promise.resolve(code));
  if (own.external_id !== null || first !== code) throw oneOnly(own);
  // The id remembers that it was taken, for the next row of that type.
  return [{ operation: 'update_account', input: { id: own.id, code, ...about, external_id: `account ${code}` } }];
}

const onlyRoles: Partial<Readonly<Record<AccountType, string>>> = {
  accounts_receivable: 'receivable',
  accounts_payable: 'payable',
  inventory: 'inventory',
  retained_earnings: 'retained_earnings',
};

function typeIn({ type: text }: Values): AccountType | undefined {
  const type = text === undefined ? undefined : accountTypeIn(text);
  if (text === undefined || type !== undefined) return type;
  const message = `"${text}" is no type of account. Types: ${accountTypes.join(', ')}.`;
  throw validationFailed({ errors: [{ pointer: '/type', code: 'unknown_type', message }], hint: message });
}

function renamed(account: ChartAccount, { name = '', english_name: english }: Values, type?: AccountType): Step[] {
  if (type !== undefined && classOf(type) !== account.class) throw otherClass(account, type);
  const isCalledSo = nameKey(account.name) === nameKey(name);
  const isCalledSoInEnglish = english === undefined || english === account.english_name;
  if (isCalledSo && isCalledSoInEnglish) return [];
  return [{ operation: 'update_account', input: { id: account.id, name, english_name: english } }];
}

function typeMissing(): Error {
  const message = `Write the type of the account: ${accountTypes.join(', ')}.`;
  return validationFailed({ errors: [{ pointer: '/type', code: 'required', message }], hint: message });
}

function otherClass({ code, name, type }: FoundAccount, asked: AccountType): Error {
  const message = `Account ${code} is ${name} (${type}) here, and ${asked} in the file: give it another code.`;
  return validationFailed({ errors: [{ pointer: '/type', code: 'other_class', message }], hint: message });
}

function oneOnly({ code, name }: FoundAccount): Error {
  const message = `The books have one account for this, ${code} ${name}: leave this one out and add its balance there.`;
  return validationFailed({ errors: [{ pointer: '/type', code: 'only_one', message }], hint: message });
}
