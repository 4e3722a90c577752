import { z } from 'zod';
import { type Money as CoreMoney, money } from '../../../core/money.ts';
import { type Sql, sql } from '../../../db/sql.ts';
import type { Context } from '../../../operation/operation.ts';
import { statementFormats } from '../../../statement/model.ts';
import { Day, ForeignName, Id, Instant, Money } from '../../../wire/index.ts';

export const balanceStates = ['balanced', 'broken', 'unknown'] as const;
export const statementKinds = ['final', 'interim'] as const;

export const BankStatement = z.object({
  id: Id('bank_statement'),
  organization_id: Id('organization'),
  bank_account_id: Id('bank_account'),
  import_id: Id('bank_import'),
  format: z.enum(statementFormats),
  kind: z.enum(statementKinds).describe('`interim` tells of the current day until the final statement comes.'),
  reference: ForeignName.nullable().describe('Identifier given by the bank.'),
  number: ForeignName.nullable(),
  from_date: Day.nullable(),
  to_date: Day.describe('Default: that of its last line.'),
  currency: z.string(),
  opening_balance: Money.nullable(),
  closing_balance: Money.nullable(),
  booked_total: Money.describe('Total of its booked lines, less charges beside the amounts.'),
  balance_state: z.enum(balanceStates).describe('`unknown` if the file lacks a balance.'),
  difference: Money.nullable().describe('Closing balance less opening balance and booked lines.'),
  line_count: z.int().describe('Lines it names, including those of earlier files.'),
  new_count: z.int(),
  created_at: Instant,
});
export type BankStatement = z.output<typeof BankStatement>;

type Amounts = 'opening_balance' | 'closing_balance' | 'difference';

/** A row of `bank_statements`. Amounts are minor units. */
export type StatementRow = Omit<BankStatement, 'organization_id' | 'booked_total' | 'balance_state' | Amounts> & {
  readonly [Field in Amounts]: bigint | null;
} & { readonly booked_total: bigint };

export const statementColumns: Sql = sql`id, bank_account_id, import_id, format, kind, reference, number,
  from_day as from_date, to_day as to_date, currency, opening as opening_balance, closing as closing_balance,
  booked as booked_total, difference, line_count, new_count, created_at`;

export function statementRecord({ organization }: Context, row: StatementRow): BankStatement {
  const { currency, difference } = row;
  const amount = (minor: bigint | null): CoreMoney | null => (minor === null ? null : money(minor, currency));
  return {
    ...row,
    organization_id: organization,
    opening_balance: amount(row.opening_balance),
    closing_balance: amount(row.closing_balance),
    booked_total: money(row.booked_total, currency),
    difference: amount(difference),
    balance_state: difference === null ? 'unknown' : difference === 0n ? 'balanced' : 'broken',
  };
}
