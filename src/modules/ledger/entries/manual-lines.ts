import { z } from 'zod';
import { addDays, type Day as CoreDay } from '../../../core/calendar.ts';
import { documentMax, formatMoney, money, moneyFrom } from '../../../core/money.ts';
import { sql } from '../../../db/sql.ts';
import { type FieldError, notFound } from '../../../operation/errors.ts';
import { fault } from '../../../operation/fault.ts';
import type { Context } from '../../../operation/operation.ts';
import { Amount, Day, Id, Text } from '../../../wire/index.ts';
import { checkedValues, DimensionValueIds, dimensionValuesNamed } from '../../dimensions/index.ts';
import { type Account, AccountCode } from '../accounts/account.ts';
import { accountsNamed } from '../accounts/accounts-named.ts';
import { isControl } from '../accounts/chart.ts';
import { baseCurrency } from './journal-entry.ts';
import { controlAccount, type ManualLine } from './manual-entry.ts';

const linesMax = 500;
const aheadDaysMax = 366;

/** Names an account by one of two fields, and an amount by one of two sides. */
export const sideInput = {
  account_id: Id('account').optional(),
  account_code: AccountCode.optional().describe('Instead of account_id.'),
  debit: Amount.optional().describe('Write either debit or credit.'),
  credit: Amount.optional(),
};

const LineInput = z.strictObject({
  ...sideInput,
  memo: Text(500).optional(),
  client_id: Id('client').nullable().optional(),
  member_id: Id('member').nullable().optional(),
  product_id: Id('product').nullable().optional(),
  location_id: Id('location').nullable().optional(),
  dimension_value_ids: DimensionValueIds.optional().describe('Values of dimensions, such as a project.'),
});

export const entryInput = {
  entry_date: Day.optional().describe(`Default: today; at most ${aheadDaysMax} days ahead.`),
  memo: Text(500).describe('Description of the entry.'),
  lines: z.array(LineInput).min(1).max(linesMax),
};

type Side = { readonly [Field in keyof typeof sideInput]?: z.output<(typeof sideInput)[Field]> };
type Line = z.output<typeof LineInput>;

/** The day of an entry by hand. */
export function entryDay({ today }: Context, asked: CoreDay | undefined): CoreDay {
  const latest = addDays(today, aheadDaysMax);
  if ((asked ?? today) > latest) throw fault('/entry_date', 'in_future', `Write ${latest} or an earlier date.`);
  return asked ?? today;
}

/** The latest day that a reversal by hand may bear. */
export function latestReversal({ today }: Context): CoreDay {
  return addDays(today, aheadDaysMax);
}

/** Lines as they are kept. Refuses what cannot be posted whatever else the entry says. */
export async function linesFrom(
  context: Context,
  given: readonly Line[],
  { date, before = [] }: { readonly date: CoreDay; readonly before?: readonly ManualLine[] },
): Promise<ManualLine[]> {
  const [chosen, values] = await Promise.all([
    accountsOf(context, given, '/lines'),
    dimensionValuesNamed(context, given),
    checkRecords(context, given),
  ]);
  const kept = before.flatMap((line) => line.dimension_value_ids);
  return given.map((line, index) => {
    const account = chosen[index];
    if (account === undefined) throw new RangeError('each line has its account');
    const pointer = `/lines/${index}`;
    if (isControl(account)) throw onControl(account, pointer);
    const amount = amountOf(context, line, pointer);
    if (amount === 0n) throw fault(pointer, 'zero', 'Write an amount above zero, or leave the line out.');
    return {
      account_id: account.id,
      amount,
      memo: line.memo ?? null,
      client_id: line.client_id ?? null,
      member_id: line.member_id ?? null,
      product_id: line.product_id ?? null,
      location_id: line.location_id ?? null,
      dimension_value_ids: checkedValues(line.dimension_value_ids ?? [], {
        values,
        day: date,
        pointer: `${pointer}/dimension_value_ids`,
        kept,
      }),
    };
  });
}

const recordsOf: Readonly<Record<string, string>> = {
  receivable: 'Confirm sales with create_sale, and record their payments with create_payment.',
  payable: 'Post the amount owed with create_expense, and pay it with pay_expense.',
  member_payable: 'Post it with create_expense and `paid_by: "member"`, and reimburse it with pay_expense.',
  client_credit: 'Record the client’s payment with create_payment, and apply it with apply_client_credit.',
  client_deposits: 'Invoice it with create_document of type deposit_invoice, which the final invoice deducts.',
  supplier_credit: 'Record it with create_supplier_payment and `keep_credit`, and apply it with apply_supplier_credit.',
};

export function onControl({ code, system_role: role }: Account, pointer: string, remedy: object = {}): Error {
  const hint = recordsOf[role ?? ''] ?? 'Adjust stock with create_stock_movement or create_stock_count.';
  const message = `Account ${code} is a control account, the total of its records. ${hint}`;
  return controlAccount({ account: code, hint, errors: [{ pointer, code: 'control_account', message }], ...remedy });
}

/** The account of each, locked against being archived meanwhile. */
export async function accountsOf(context: Context, sides: readonly Side[], path: string): Promise<Account[]> {
  for (const [index, { account_id: id, account_code: code }] of sides.entries()) {
    if ((id === undefined) !== (code === undefined)) continue;
    throw fault(`${path}/${index}`, 'one_of', 'Write either account_id or account_code.');
  }
  const known = await accountsNamed(context, sides);
  return sides.map(({ account_id: id, account_code: code }, index) => {
    const account = known.get(id ?? code ?? '');
    const pointer = `${path}/${index}/${id === undefined ? 'account_code' : 'account_id'}`;
    if (account === undefined) {
      throw notFound({ errors: [{ pointer, code: 'not_found', message: 'The account was not found.' }] });
    }
    if (account.archived_at !== null) throw fault(pointer, 'archived', `Account ${account.code} is archived.`);
    return account;
  });
}

/** Debits above zero, credits below. */
export function amountOf(context: Context, { debit, credit }: Side, pointer: string): bigint {
  if ((debit === undefined) === (credit === undefined)) {
    throw fault(pointer, 'one_of', 'Write either debit or credit.');
  }
  const field = debit === undefined ? 'credit' : 'debit';
  const currency = baseCurrency(context);
  const decimal = debit ?? credit;
  const amount = decimal === undefined ? undefined : moneyFrom(decimal, currency)?.minor;
  if (amount === undefined) {
    throw fault(
      `${pointer}/${field}`,
      'wrong_scale',
      `Write an amount in ${currency}, with no more decimals than it has.`,
    );
  }
  if (amount > documentMax) {
    const max = formatMoney(money(documentMax, currency));
    throw fault(`${pointer}/${field}`, 'too_large', `Write an amount of at most ${max}.`);
  }
  return debit === undefined ? -amount : amount;
}

async function checkRecords({ db, organization }: Context, lines: readonly Line[]): Promise<void> {
  const fields = ['client_id', 'member_id', 'product_id', 'location_id'] as const;
  if (!lines.some((line) => fields.some((field) => typeof line[field] === 'string'))) return;
  const idsIn = (field: (typeof fields)[number]) => lines.map((line) => line[field] ?? null);
  const missing = await db.many<{ field: string; place: bigint }>(sql`
    select field, place from missing_dimensions(${organization}, ${idsIn('client_id')}::uuid[],
      ${idsIn('member_id')}::uuid[], ${idsIn('product_id')}::uuid[], ${idsIn('location_id')}::uuid[])`);
  if (missing.length === 0) return;
  throw notFound({
    errors: missing.map(({ field, place }): FieldError => {
      return { pointer: `/lines/${place - 1n}/${field}`, code: 'not_found', message: 'The record was not found.' };
    }),
  });
}
