import { formatMoney } from '../../../core/money.ts';
import { minorDigits } from '../../../core/currency.ts';
import { sql } from '../../../db/sql.ts';
import type { Context } from '../../../operation/operation.ts';
import type { StatementLine } from '../../../statement/model.ts';
import type { LineFacts } from '../lines/bank-line.ts';
import type { PlannedLine } from './plan-statement.ts';
import type { PlannedStatement } from './planned-statement.ts';

/** Lines of one statement that travel to the database: other callers are answered in between. */
const batchSize = 500;

/** Writes a statement that is not there yet, its new lines, and what became of the lines that they end. */
export async function writeStatement(context: Context, importId: string, planned: PlannedStatement): Promise<void> {
  const { id, lines } = planned;
  if (id === null) return;
  insertStatement(context, importId, { ...planned, id });
  for (let at = 0; at < lines.length; at += batchSize) {
    const batch = lines.slice(at, at + batchSize);
    insertLines(context, importId, { planned, batch });
    endLines(context, importId, batch);
    await nameLines(context, id, batch);
  }
}

function insertStatement(
  context: Context,
  importId: string,
  planned: PlannedStatement & { readonly id: string },
): void {
  const { db, organization, now } = context;
  const { id, position, account, statement, digest, from, to, booked, lines } = planned;
  const { opening, closing } = statement;
  db.later(sql`
    insert into bank_statements (organization_id, id, bank_account_id, import_id, position, format, kind, reference,
      number, from_day, to_day, currency, opening, closing, booked, line_count, new_count, digest, created_at)
    values (${organization}, ${id}, ${account.id}, ${importId}, ${position}, ${statement.format}, ${statement.kind},
      ${cut(statement.id, 255)}, ${cut(statement.number, 60)}, ${from}, ${to}, ${account.currency},
      ${opening?.amount.minor ?? null}, ${closing?.amount.minor ?? null}, ${booked}, ${lines.length},
      ${lines.filter(({ verdict }) => verdict === 'new').length}, ${digest}, ${now})`);
}

function cut(text: string | null, most: number): string | null {
  return text === null || text === '' ? null : text.slice(0, most);
}

type Batch = { readonly planned: PlannedStatement; readonly batch: readonly PlannedLine[] };

function insertLines(context: Context, importId: string, { planned, batch }: Batch): void {
  const { db, organization, now } = context;
  const { account, statement } = planned;
  const isInterim = statement.kind === 'interim';
  const added = batch.filter(({ verdict }) => verdict === 'new' || verdict === 'replaces');
  if (added.length === 0) return;
  db.later(sql`
    insert into bank_lines (organization_id, id, bank_account_id, import_id, booking_date, value_date,
      transaction_date, currency, decimals, amount, balance_change, booking, is_interim, is_reversal,
      counterparty_name, counterparty_account, counterparty_bic, remittance, text, "references", bank_reference,
      end_to_end_id, mandate_id, creditor_id, customer_reference, check_number, batch_id, return_reason,
      running_balance, facts, raw, key_reference, key_place, key_content, key_words, words, created_at, updated_at)
    select ${organization}, id, ${account.id}, ${importId}, booking_date, value_date, transaction_date,
      ${account.currency}, ${minorDigits(account.currency) ?? 0}, amount, balance_change, booking, ${isInterim},
      is_reversal, counterparty_name, counterparty_account, counterparty_bic, remittance, text, "references",
      bank_reference, end_to_end_id, mandate_id, creditor_id, customer_reference, check_number, batch_id,
      return_reason, running_balance, facts, raw, key_reference, key_place, key_content, key_words,
      array_to_tsvector(found_by), ${now}::timestamptz, ${now}::timestamptz
    from jsonb_to_recordset(${written(added.map(rowOf))}::jsonb) as line (id uuid, booking_date date, value_date date,
      transaction_date date, amount bigint, balance_change bigint, booking text, is_reversal boolean,
      counterparty_name text, counterparty_account text, counterparty_bic text, remittance text, text text,
      "references" text[], bank_reference text, end_to_end_id text, mandate_id text, creditor_id text,
      customer_reference text, check_number text, batch_id text, return_reason text, running_balance bigint,
      facts jsonb, raw text, key_reference text, key_place text, key_content text, key_words text, found_by text[])`);
}

function rowOf({ id, keyed: { line, key, words, change } }: PlannedLine): object {
  const { counterparty } = line;
  return {
    id,
    booking_date: line.bookingDay,
    value_date: line.valueDay,
    transaction_date: line.transactionDay,
    amount: line.amount.minor,
    balance_change: change,
    booking: line.status,
    is_reversal: line.isReversal,
    counterparty_name: counterparty.name,
    counterparty_account: counterparty.account,
    counterparty_bic: counterparty.bic,
    remittance: line.remittance,
    text: line.text,
    references: line.references,
    bank_reference: line.bankReference,
    end_to_end_id: line.endToEndId,
    mandate_id: line.mandateId,
    creditor_id: line.creditorId,
    customer_reference: line.customerReference,
    check_number: line.checkNumber,
    batch_id: line.batchId,
    return_reason: line.returnReason,
    running_balance: line.runningBalance?.minor ?? null,
    facts: factsOf(line),
    raw: line.raw,
    key_reference: key.reference,
    key_place: key.place,
    key_content: key.content,
    key_words: key.words,
    found_by: words,
  };
}

function factsOf({ codes, charges, original, rate, ...line }: StatementLine): LineFacts {
  const said = Object.entries(codes).filter((code): code is [string, string] => code[1] !== undefined);
  return {
    bank_codes: Object.fromEntries(said),
    charges: charges.map(({ amount, isIncluded }) => ({
      amount: formatMoney(amount),
      currency: amount.currency,
      is_included: isIncluded,
    })),
    original_amount: original?.amount ? formatMoney(original.amount) : null,
    original_currency: original?.currency ?? null,
    rate: rate?.value ?? null,
    rate_of: rate?.of ?? null,
    ...detailsOf(line),
  };
}

/** The payments that a line is made of. */
export function detailsOf({
  details,
  detailsAgree,
}: Pick<StatementLine, 'details' | 'detailsAgree'>): Pick<LineFacts, 'detail_count' | 'details_agree' | 'details'> {
  return {
    detail_count: details.length,
    details_agree: detailsAgree,
    details: details.map((one) => ({
      amount: one.amount === null ? null : formatMoney(one.amount),
      currency: one.amount?.currency ?? null,
      counterparty_name: one.counterparty.name,
      counterparty_account: one.counterparty.account,
      text: one.text,
      references: [...one.references],
      end_to_end_id: one.endToEndId,
      mandate_id: one.mandateId,
      bank_reference: one.bankReference,
      return_reason: one.returnReason,
    })),
  };
}

/** JSON in which amounts are texts of their digits. */
export function written(rows: readonly object[]): string {
  return JSON.stringify(rows, (_, value: unknown) => (typeof value === 'bigint' ? value.toString() : value));
}

function endLines({ db, organization, now }: Context, importId: string, batch: readonly PlannedLine[]): void {
  const ended = batch.filter(({ ends }) => ends !== null);
  if (ended.length === 0) return;
  const rows = ended.map(({ ends, verdict, id }) => ({ ends, by: verdict === 'replaces' ? id : null }));
  db.later(sql`
    update bank_lines as line set state = case when ended.by is null then 'withdrawn' else 'replaced' end,
      replaced_by_id = ended.by, ended_by_import_id = ${importId}, updated_at = ${now}
    from jsonb_to_recordset(${written(rows)}::jsonb) as ended (ends uuid, by uuid)
    where line.organization_id = ${organization} and line.id = ended.ends`);
}

async function nameLines(
  { db, organization }: Context,
  statement: string,
  batch: readonly PlannedLine[],
): Promise<void> {
  const named = batch.flatMap(({ keyed: { line }, id, verdict }) =>
    id === null || verdict === 'withdraws'
      ? []
      : [{ position: line.position, line_id: id, booked: line.status === 'booked' }],
  );
  if (named.length === 0) return;
  await db.run(sql`
    insert into bank_statement_lines (organization_id, statement_id, position, line_id, booked)
    select ${organization}, ${statement}, position, line_id, booked
    from jsonb_to_recordset(${written(named)}::jsonb) as named (position int, line_id uuid, booked boolean)`);
}
