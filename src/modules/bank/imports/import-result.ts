import { z } from 'zod';
import { money } from '../../../core/money.ts';
import { sql } from '../../../db/sql.ts';
import { cutField, cutOf } from '../../../operation/cut.ts';
import type { Context } from '../../../operation/operation.ts';
import { Day, ForeignName, ForeignText, Id, Money } from '../../../wire/index.ts';
import { balanceStates, statementKinds } from '../statements/bank-statement.ts';
import { statementFormats } from '../../../statement/model.ts';
import { BankImport } from './bank-import.ts';
import { type Explained, type Explanation, explanationVerdicts } from './explain-lines.ts';
import { verdicts } from './plan-statement.ts';
import { type LeftOut, leftOutReasons } from './route-statements.ts';
import type { PlannedStatement } from './planned-statement.ts';

const linesShown = 200;
const problemsShown = 100;
const statementsShown = 400;
const gapsShown = 50;
const explanationsShown = 200;

const ImportedStatement = z.object({
  id: Id('bank_statement').nullable().describe('Null if an equal statement is imported already.'),
  bank_account_id: Id('bank_account'),
  format: z.enum(statementFormats),
  kind: z.enum(statementKinds),
  number: ForeignName.nullable(),
  from_date: Day.nullable(),
  to_date: Day,
  currency: z.string(),
  opening_balance: Money.nullable(),
  closing_balance: Money.nullable(),
  balance_state: z.enum(balanceStates),
  difference: Money.nullable().describe('Closing balance less opening balance and booked lines.'),
  line_count: z.int(),
  new_count: z.int(),
});

const ImportedLine = z.object({
  verdict: z.enum(verdicts).describe('`replaces` is the final form of an earlier line, `withdraws` takes one back.'),
  line_id: Id('bank_line').nullable(),
  replaces_id: Id('bank_line').nullable(),
  bank_account_id: Id('bank_account'),
  booking_date: Day,
  amount: Money,
  currency: z.string(),
  counterparty_name: ForeignName.nullable(),
  text: ForeignText,
});

const ImportedExplanation = z.object({
  verdict: z
    .enum(explanationVerdicts)
    .describe(
      '`waits` until a statement has its line; `unclear`: several fit; `known` from an earlier file; `ignored`: it ' +
        'is not booked or has no payments.',
    ),
  line_id: Id('bank_line').nullable().describe('The line that it explains.'),
  bank_account_id: Id('bank_account'),
  booking_date: Day,
  amount: Money,
  currency: z.string(),
  detail_count: z.int().describe('Payments in it.'),
});

const ImportProblem = z.object({
  weight: z.enum(['refused', 'question', 'warning']).describe('`refused` leaves something out.'),
  code: z.string(),
  message: ForeignText,
  place: ForeignText.describe('Location in the file.'),
});

const Gap = z.object({
  bank_account_id: Id('bank_account'),
  after_id: Id('bank_statement'),
  before_id: Id('bank_statement'),
  currency: z.string(),
  difference: Money.describe('Opening balance less the closing balance of the statement before.'),
});

export const ImportResult = BankImport.extend({
  lines_explained: z.int().describe('Lines of statements that have details now which the statements lack.'),
  explanations_waiting: z.int().describe('Explanations of these bank accounts whose lines no statement has yet.'),
  statements: z.array(ImportedStatement),
  explanations: z.array(ImportedExplanation).describe('Entries of camt.054: they add no money.'),
  left_out: z
    .array(
      z.object({
        reason: z.enum(leftOutReasons),
        account: ForeignName.nullable().describe('The account that the file names.'),
        currency: ForeignName.nullable(),
        lines: z.int(),
      }),
    )
    .describe('Statements that were not imported.'),
  gaps: z.array(Gap).describe('Statements that do not follow from each other: import what is between them.'),
  lines: z.array(ImportedLine),
  problems: z.array(ImportProblem),
  cut: cutField,
});
export type ImportResult = z.output<typeof ImportResult>;

type Outcome = {
  readonly record: BankImport;
  readonly planned: readonly PlannedStatement[];
  readonly explained: Explained;
  readonly leftOut: readonly LeftOut[];
  readonly problems: ImportResult['problems'];
};

export async function importResult(context: Context, outcome: Outcome): Promise<ImportResult> {
  const { record, planned, explained, leftOut, problems } = outcome;
  const { explanations } = explained;
  const lines = planned.flatMap(linesOf);
  const statements = planned.map(statementOf);
  const accounts = [...new Set(planned.map(({ account }) => account.id))];
  const gaps = await gapsIn(context, accounts);
  return {
    ...record,
    lines_explained: explained.count,
    explanations_waiting: explained.waiting,
    statements: statements.slice(0, statementsShown),
    explanations: explanations.slice(0, explanationsShown).map(explanationOf),
    left_out: leftOut.slice(0, statementsShown).map(({ statement, reason }) => ({
      reason,
      account: statement.account.iban ?? statement.account.number,
      currency: statement.account.currency,
      lines: statement.lines.length,
    })),
    gaps: gaps.slice(0, gapsShown),
    lines: lines.slice(0, linesShown),
    problems: problems.slice(0, problemsShown),
    cut: [
      ...cutOf({ list: 'lines', ...shownOf(lines.length, linesShown), how: listWith('list_bank_lines') }),
      ...cutOf({ list: 'statements', ...shownOf(statements.length, statementsShown), how: listWith(statementList) }),
      ...cutOf({
        list: 'explanations',
        ...shownOf(explanations.length, explanationsShown),
        how: 'Import it, then use get_bank_line for the details of each line.',
      }),
      ...cutOf({
        list: 'left_out',
        ...shownOf(leftOut.length, statementsShown),
        how: 'Import other files by themselves.',
      }),
      ...cutOf({ list: 'gaps', ...shownOf(gaps.length, gapsShown), how: 'Import what is missing, and look again.' }),
      ...cutOf({ list: 'problems', ...shownOf(problems.length, problemsShown), how: 'Correct the first ones.' }),
    ],
  };
}

const statementList = 'list_bank_statements';

function shownOf(length: number, most: number): { shown: number; left: number } {
  return { shown: Math.min(length, most), left: Math.max(0, length - most) };
}

function listWith(operation: string): string {
  return `Import it, then use ${operation} with \`import_id\`.`;
}

function linesOf({ account, lines }: PlannedStatement): ImportResult['lines'] {
  return lines.map(({ keyed: { line }, verdict, id, ends }) => ({
    verdict,
    line_id: id,
    replaces_id: ends,
    bank_account_id: account.id,
    booking_date: line.bookingDay,
    amount: line.amount,
    currency: line.amount.currency,
    counterparty_name: line.counterparty.name,
    text: line.text,
  }));
}

function statementOf({
  id,
  account,
  statement,
  from,
  to,
  booked,
  lines,
}: PlannedStatement): ImportResult['statements'][number] {
  const { opening, closing } = statement;
  const minor = opening === null || closing === null ? null : closing.amount.minor - opening.amount.minor - booked;
  return {
    id,
    bank_account_id: account.id,
    format: statement.format,
    kind: statement.kind === 'interim' ? 'interim' : 'final',
    number: statement.number,
    from_date: from,
    to_date: to,
    currency: account.currency,
    opening_balance: opening?.amount ?? null,
    closing_balance: closing?.amount ?? null,
    balance_state: minor === null ? 'unknown' : minor === 0n ? 'balanced' : 'broken',
    difference: minor === null ? null : money(minor, account.currency),
    line_count: lines.length,
    new_count: lines.filter(({ verdict }) => verdict === 'new').length,
  };
}

function explanationOf({ verdict, lineId, account, line }: Explanation): ImportResult['explanations'][number] {
  return {
    verdict,
    line_id: lineId,
    bank_account_id: account.id,
    booking_date: line.bookingDay,
    amount: line.amount,
    currency: line.amount.currency,
    detail_count: line.details.length,
  };
}

type GapRow = Omit<ImportResult['gaps'][number], 'difference'> & { readonly difference: bigint };

async function gapsIn({ db, organization }: Context, accounts: readonly string[]): Promise<ImportResult['gaps']> {
  const rows = await db.many<GapRow>(sql`
    select bank_account_id, after_id, before_id, currency, difference from bank_statement_gaps(${organization})
    where bank_account_id = any(${accounts}::uuid[]) order by before_id limit ${gapsShown + 1}`);
  return rows.map((row) => ({ ...row, difference: money(row.difference, row.currency) }));
}
