/** The bank account that bills are paid from, and how. */
import { sql } from '../../../db/sql.ts';
import { fault, missing } from '../../../operation/fault.ts';
import type { Context } from '../../../operation/operation.ts';
import type { Bill } from './bill-to-pay.ts';
import type { executions } from './scheduled-payment.ts';

type Execution = (typeof executions)[number];

export type PayingAccount = {
  readonly id: string;
  readonly name: string;
  readonly kind: string;
  readonly currency: string;
  readonly iban: string | null;
};

/** Which account pays a bill and how, or the refusal to say so. */
export type Paying = (bill: Pick<Bill, 'currency'>) => {
  readonly account: PayingAccount;
  readonly execution: Execution;
};

type Asked = { readonly bank_account_id?: string | undefined; readonly execution?: Execution | undefined };

export async function payingAccounts(context: Context, asked: Asked): Promise<Paying> {
  const { db, organization } = context;
  const accounts = await db.many<PayingAccount>(sql`
    select id, name, kind, currency, iban from bank_accounts
    where organization_id = ${organization} and archived_at is null order by id`);
  const { bank_account_id: id, execution } = asked;
  const named = id === undefined ? undefined : accounts.find((account) => account.id === id);
  if (id !== undefined && named === undefined) throw missing('/bank_account_id', 'bank account in use');
  return ({ currency }) => {
    const account = named ?? onlyIn(accounts, currency);
    const canSend = currency === 'EUR' && isSepa(account);
    if (execution === 'file' && !canSend) {
      const message = 'Payment files are for euro from a bank account with an IBAN: send `manual` instead.';
      throw fault('/execution', 'no_file', message);
    }
    return { account, execution: execution ?? (canSend ? 'file' : 'manual') };
  };
}

/** A bank takes a SEPA file for an account in euro that has an IBAN. */
export function isSepa({ kind, currency, iban }: Pick<PayingAccount, 'kind' | 'currency' | 'iban'>): boolean {
  return kind === 'bank' && currency === 'EUR' && iban !== null;
}

/** Nobody guesses from which of several accounts money is to leave. */
function onlyIn(accounts: readonly PayingAccount[], currency: string): PayingAccount {
  const fitting = accounts.filter((account) => account.kind === 'bank' && account.currency === currency);
  const [only, other] = fitting;
  if (only !== undefined && other === undefined) return only;
  const names = fitting.map(({ name }) => name).join(', ');
  const message =
    only === undefined
      ? `Send the bank account that pays: none is in ${currency}.`
      : `Send the bank account that pays: ${names}.`;
  throw fault('/bank_account_id', 'required', message);
}
