import type { KeyedStatement } from '../../../statement/read-keyed.ts';
import type { StatementAccount } from '../../../statement/model.ts';
import type { BankAccountRecord } from '../accounts/bank-account.ts';

export const leftOutReasons = ['other_account', 'other_currency'] as const;

export type Routed = { readonly statement: KeyedStatement; readonly account: BankAccountRecord };
export type LeftOut = {
  readonly statement: KeyedStatement;
  readonly reason: (typeof leftOutReasons)[number];
};

type Route = { readonly routed: readonly Routed[]; readonly leftOut: readonly LeftOut[] };

/**
 * Files each statement under the bank account that it names. One that names none belongs to the account that was
 * chosen, or to the only one of its currency.
 */
export function routeStatements(
  statements: readonly KeyedStatement[],
  accounts: readonly BankAccountRecord[],
  chosen: BankAccountRecord | undefined,
): Route {
  const routed: Routed[] = [];
  const leftOut: LeftOut[] = [];
  for (const statement of statements) {
    const account = accountOf(statement, accounts, chosen);
    if (account === undefined) leftOut.push({ statement, reason: 'other_account' });
    else if (hasOtherCurrency(statement, account)) leftOut.push({ statement, reason: 'other_currency' });
    else routed.push({ statement, account });
  }
  return { routed, leftOut };
}

function accountOf(
  { account }: KeyedStatement,
  accounts: readonly BankAccountRecord[],
  chosen: BankAccountRecord | undefined,
): BankAccountRecord | undefined {
  const isNamed = account.iban !== null || account.number !== null;
  if (chosen !== undefined) {
    const isNumbered = chosen.iban !== null || chosen.account_number !== null;
    return !isNamed || !isNumbered || names(account, chosen) ? chosen : undefined;
  }
  const fitting = accounts.filter(({ currency }) => account.currency === null || account.currency === currency);
  const meant = isNamed ? fitting.filter((one) => names(account, one)) : fitting;
  return meant.length === 1 ? meant[0] : undefined;
}

/** Fewer digits are the end of many numbers. */
const digitsMin = 5;

/** By IBAN, or by the number, which files write with and without that of the bank, and IBANs have in them. */
function names({ iban, number }: StatementAccount, account: BankAccountRecord): boolean {
  if (iban !== null && account.iban !== null) return plain(iban) === account.iban;
  const own = [account.iban, account.account_number, `${account.bank_code ?? ''}${account.account_number ?? ''}`];
  const said = [iban, number, number?.split('/').at(-1)].flatMap((one) => (one ? [withoutZeros(one)] : []));
  return own.some((one) => {
    const known = withoutZeros(one ?? '');
    return said.some((text) => text === known || (text.length >= digitsMin && known.endsWith(text)));
  });
}

function plain(text: string): string {
  return text.replaceAll(/[^A-Za-z0-9]/g, '').toUpperCase();
}

function withoutZeros(text: string): string {
  return plain(text).replace(/^0+/, '');
}

function hasOtherCurrency({ lines, opening, closing }: KeyedStatement, { currency }: BankAccountRecord): boolean {
  const balances = [opening, closing].flatMap((one) => one?.amount.currency ?? []);
  return [...balances, ...lines.map(({ line }) => line.amount.currency)].some((one) => one !== currency);
}
