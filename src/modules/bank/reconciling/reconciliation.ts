import { z } from 'zod';
import { Day, ForeignText, Id, Money } from '../../../wire/index.ts';

const obstacles = [
  'open_lines',
  'statement_gap',
  'statement_broken',
  'opening_difference',
  'difference',
  'not_later',
] as const;

const Outstanding = z.object({
  entry_id: Id('journal_entry'),
  number: z.string(),
  entry_date: Day,
  memo: ForeignText,
  amount: Money.describe('Negative for money out.'),
});

/** A bank account held against a statement. */
export const Reconciliation = z.object({
  bank_account_id: Id('bank_account'),
  through: Day,
  statement_id: Id('bank_statement').nullable().describe('Null once a reopened reconciliation has lost its statement.'),
  currency: z.string(),
  statement_balance: Money.describe('Closing balance of the statement.'),
  outstanding_total: Money.describe('In the books, and on no line of that day or before.'),
  excluded_total: Money.describe('On excluded lines, and not in the books.'),
  later_total: Money.describe('On lines that are matched with entries of a later day.'),
  open_total: Money.describe('On lines that are neither matched nor excluded.'),
  opening_difference: Money.describe(
    'Books less statement on the day before the first statement, without what a line brought later.',
  ),
  ledger_balance: Money.describe('Statement plus outstanding and opening difference, less excluded, later and open.'),
  difference: Money.describe('What that leaves unexplained.'),
  open_count: z.int(),
  outstanding_count: z.int(),
  outstanding: z.array(Outstanding).describe('The oldest of them.'),
  obstacles: z.array(z.enum(obstacles)).describe('Why it cannot be reconciled yet.'),
});
export type Reconciliation = z.output<typeof Reconciliation>;

/** The same as it was answered then. Amounts are texts already. */
export const KeptReport = z.object({
  through: Day,
  currency: z.string(),
  statement_balance: z.string(),
  outstanding_total: z.string(),
  excluded_total: z.string(),
  later_total: z.string(),
  open_total: z.string(),
  opening_difference: z.string(),
  ledger_balance: z.string(),
  difference: z.string(),
  open_count: z.int(),
  outstanding_count: z.int(),
  outstanding: z.array(
    z.object({ entry_id: z.string(), number: z.string(), entry_date: Day, memo: ForeignText, amount: z.string() }),
  ),
});
