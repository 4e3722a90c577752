import { sql } from '../../../db/sql.ts';
import { anyOf, dayRange, filter, instantRange, range } from '../../../operation/filter.ts';
import { hasWords } from '../../../operation/has-words.ts';
import { dayKey, listOf, numberKey, page, PageWithTotals } from '../../../operation/list.ts';
import { TotalsOf } from '../../../operation/list-totals.ts';
import { operation } from '../../../operation/operation.ts';
import { Currency, Id, SignedAmount, Text } from '../../../wire/index.ts';
import {
  BankLine,
  type BankLineRow,
  bookings,
  lineRecord,
  lineStates,
  listedColumns,
  matchStates,
} from './bank-line.ts';

const moves = sql`state = 'open' and booking = 'booked'`;

const lines = listOf({
  name: 'bank_lines',
  row: BankLine,
  id: sql`id`,
  sorts: {
    booking_date: dayKey(sql`booking_date`),
    value_date: dayKey(sql`value_date`),
    amount: numberKey(sql`amount`),
  },
  defaultSort: '-booking_date',
  filters: {
    q: filter(
      Text(200).describe('Beginnings of words in counterparty, text or references, of the line or of its payments.'),
      (text) => hasWords(sql`found_by`, text),
    ),
    bank_account_id: filter(Id('bank_account'), (id) => sql`bank_account_id = ${id}`),
    statement_id: filter(
      Id('bank_statement'),
      (id) => sql`id in (select line_id from bank_statement_lines
        where organization_id = bank_lines.organization_id and statement_id = ${id})`,
    ),
    import_id: filter(Id('bank_import'), (id) => sql`import_id = ${id}`),
    state: anyOf(lineStates, (states) => sql`state = any(${states}::text[])`),
    match_state: anyOf(matchStates, (states) => sql`match_state = any(${states}::text[])`),
    booking: anyOf(bookings, (wanted) => sql`booking = any(${wanted}::text[])`),
    direction: anyOf(['in', 'out'], (wanted) =>
      wanted.length === 2 ? sql`true` : wanted[0] === 'in' ? sql`amount > 0` : sql`amount < 0`,
    ),
    currency: filter(Currency, (currency) => sql`currency = ${currency}`),
    // Lines are in the currencies of their accounts, so amounts are compared as they are read.
    amount: range(
      SignedAmount,
      sql`amount::numeric`,
      ({ units, scale }) => sql`${units}::numeric * 10::numeric ^ (decimals - ${scale}::int)`,
    ),
    booking_date: dayRange(sql`booking_date`),
    value_date: dayRange(sql`value_date`),
    created_at: instantRange(sql`created_at`),
  },
  sums: {
    columns: sql`state, booking, amount`,
    amounts: {
      money_in: sql`case when ${moves} and amount > 0 then amount else 0 end`,
      money_out: sql`case when ${moves} and amount < 0 then amount else 0 end`,
    },
  },
});

const LineTotals = TotalsOf({
  money_in: 'Booked lines above zero that nothing replaced.',
  money_out: 'The same below zero.',
});

export const listBankLines = operation({
  name: 'list_bank_lines',
  summary: 'List lines of bank statements by account, date, amount, counterparty or text.',
  guidance: 'Use `state=open` to leave out lines that their final form replaced.',
  http: 'GET /bank-lines',
  effect: 'read',
  permission: 'bank:read',
  mcp: 'action',
  input: lines.input,
  output: PageWithTotals(BankLine, LineTotals),
  async run(context, input) {
    const found = await page<BankLineRow, 'money_in' | 'money_out'>(context, lines, input, {
      select: listedColumns,
      from: sql`bank_lines`,
      where: sql`organization_id = ${context.organization}`,
    });
    return { ...found, data: found.data.map((row) => lineRecord(context, row)) };
  },
});
