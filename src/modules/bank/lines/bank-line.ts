import { z } from 'zod';
import { money } from '../../../core/money.ts';
import { type Sql, sql } from '../../../db/sql.ts';
import type { Context } from '../../../operation/operation.ts';
import { Day, ForeignName, ForeignText, Id, Instant, Money } from '../../../wire/index.ts';

export const bookings = ['booked', 'pending', 'info'] as const;
export const lineStates = ['open', 'replaced', 'withdrawn'] as const;
export const matchStates = ['open', 'matched', 'excluded'] as const;

export const BankLine = z.object({
  id: Id('bank_line'),
  organization_id: Id('organization'),
  bank_account_id: Id('bank_account'),
  import_id: Id('bank_import').describe('The file that it first came in with.'),
  booking_date: Day,
  value_date: Day,
  transaction_date: Day.nullable().describe('For cards, the day of the purchase.'),
  currency: z.string(),
  amount: Money.describe('Negative for money out.'),
  balance_change: Money.describe('The amount, less charges that are not in it.'),
  booking: z.enum(bookings).describe('`info` moves no money.'),
  is_interim: z.boolean().describe('From a report of the current day, until the final statement says the same.'),
  is_reversal: z.boolean().describe('Takes back an earlier line; the amount has its own sign already.'),
  state: z.enum(lineStates).describe('`replaced` by its final form, or `withdrawn` by the bank.'),
  replaced_by_id: Id('bank_line').nullable(),
  match_state: z.enum(matchStates).describe('`matched` with the books, or `excluded` from them for a reason.'),
  exclusion_reason: z.string().nullable(),
  counterparty_name: ForeignName.nullable(),
  counterparty_account: ForeignName.nullable(),
  counterparty_bic: ForeignName.nullable(),
  text: ForeignText.describe('What the payment is for, put together for reading.'),
  remittance: ForeignText.describe('The same as the bank wrote it.'),
  references: z.array(ForeignName).describe('Structured references of invoices, with correct check digits.'),
  bank_reference: ForeignName.nullable().describe('Identifier given by the bank.'),
  end_to_end_id: ForeignName.nullable(),
  mandate_id: ForeignName.nullable(),
  creditor_id: ForeignName.nullable(),
  customer_reference: ForeignName.nullable(),
  check_number: ForeignName.nullable(),
  batch_id: ForeignName.nullable(),
  return_reason: ForeignName.nullable(),
  running_balance: Money.nullable(),
  bank_codes: z.record(z.string(), ForeignName).describe('Kind of business by the codes of the bank.'),
  charges: z.array(z.object({ amount: z.string(), currency: z.string(), is_included: z.boolean() })),
  original_amount: z.string().nullable().describe('Amount in the currency that the payment was made in.'),
  original_currency: z.string().nullable(),
  rate: ForeignName.nullable().describe('Exchange rate stated by the bank.'),
  rate_of: ForeignName.nullable().describe('The currency one unit of which the rate is the price of.'),
  detail_count: z.int().describe('Payments that were booked together as this line.'),
  details_agree: z.boolean().describe('False if the payments do not come to the amount.'),
  explained_by_import_id: Id('bank_import')
    .nullable()
    .describe('The file that the details came with, where that is not the statement.'),
  raw: ForeignText.describe('The part of the file that it was read from.'),
  created_at: Instant,
  updated_at: Instant,
});
export type BankLine = z.output<typeof BankLine>;

const Detail = z.object({
  amount: z.string().nullable(),
  currency: z.string().nullable(),
  counterparty_name: ForeignName.nullable(),
  counterparty_account: ForeignName.nullable(),
  text: ForeignText,
  references: z.array(ForeignName),
  end_to_end_id: ForeignName.nullable(),
  mandate_id: ForeignName.nullable(),
  bank_reference: ForeignName.nullable(),
  return_reason: ForeignName.nullable(),
});
type Detail = z.output<typeof Detail>;

export const BankLineWithDetails = BankLine.extend({
  details: z.array(Detail).describe('The payments that were booked together as this line.'),
});

/** Fields of a line for display, not for searching. Amounts are decimal texts. */
export type LineFacts = Pick<
  BankLine,
  | 'bank_codes'
  | 'charges'
  | 'original_amount'
  | 'original_currency'
  | 'rate'
  | 'rate_of'
  | 'detail_count'
  | 'details_agree'
> & { readonly details?: Detail[] };

type Amounts = 'amount' | 'balance_change';

/** A row of `bank_lines`. Amounts are minor units. */
export type BankLineRow = Omit<BankLine, 'organization_id' | 'running_balance' | Amounts | keyof LineFacts> & {
  readonly [Field in Amounts]: bigint;
} & { readonly running_balance: bigint | null; readonly facts: LineFacts };

/** Of what a notification says of the line, where that is more than the statement does. */
const explained = sql`from bank_explanations as explanation
  where explanation.organization_id = bank_lines.organization_id and explanation.line_id = bank_lines.id
    and explanation.adds_details`;

const lineColumns: Sql = sql`id, bank_account_id, import_id, booking_date, value_date, transaction_date,
  currency, amount, balance_change, booking, is_interim, is_reversal, state, replaced_by_id, match_state,
  exclusion_reason, counterparty_name,
  counterparty_account, counterparty_bic, text, remittance, "references", bank_reference, end_to_end_id, mandate_id,
  creditor_id, customer_reference, check_number, batch_id, return_reason, running_balance, raw, created_at, updated_at,
  (select explanation.import_id ${explained}) as explained_by_import_id`;

const factsColumn = sql`facts || coalesce((select explanation.facts ${explained}), '{}')`;

export const wholeColumns: Sql = sql`${lineColumns}, ${factsColumn} as facts`;

/** Without the payments of batches, which may be a thousand in each line. */
export const listedColumns: Sql = sql`${lineColumns}, (${factsColumn}) - 'details' as facts`;

export function lineRecord({ organization }: Context, { facts, ...row }: BankLineRow): BankLine & LineFacts {
  return {
    ...row,
    ...facts,
    organization_id: organization,
    amount: money(row.amount, row.currency),
    balance_change: money(row.balance_change, row.currency),
    running_balance: row.running_balance === null ? null : money(row.running_balance, row.currency),
  };
}
