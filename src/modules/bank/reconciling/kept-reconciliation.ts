import { z } from 'zod';
import { money } from '../../../core/money.ts';
import { sql } from '../../../db/sql.ts';
import { event } from '../../../operation/events.ts';
import type { Context } from '../../../operation/operation.ts';
import { ActorStamp, Day, Id, Instant, Money } from '../../../wire/index.ts';

export const reconciliationStates = ['standing', 'reopened'] as const;

export const KeptReconciliation = z.object({
  id: Id('bank_reconciliation'),
  organization_id: Id('organization'),
  bank_account_id: Id('bank_account'),
  statement_id: Id('bank_statement').nullable(),
  through: Day,
  previous: Day.nullable().describe('Through which day the account was reconciled before.'),
  currency: z.string(),
  statement_balance: Money,
  ledger_balance: Money,
  status: z.enum(reconciliationStates),
  hash: z.string().describe('SHA-256 of the report.'),
  reopened_at: Instant.nullable(),
  reopened_by: ActorStamp.nullable(),
  reopen_reason: z.string().nullable(),
  created_at: Instant,
  created_by: ActorStamp,
});
export type KeptReconciliation = z.output<typeof KeptReconciliation>;

const Notice = KeptReconciliation.pick({
  id: true,
  bank_account_id: true,
  through: true,
  currency: true,
  statement_balance: true,
  status: true,
});
export const accountReconciled = event('bank_account.reconciled', Notice);
export const accountReopened = event('bank_account.reopened', Notice);

type Amounts = 'statement_balance' | 'ledger_balance';
export type ReconciliationRow = Omit<KeptReconciliation, 'organization_id' | 'status' | Amounts> & {
  readonly [Field in Amounts]: bigint;
};

export const reconciliationColumns = sql`id, bank_account_id, statement_id, through, previous, currency,
  statement_balance, ledger_balance, hash, reopened_at, reopened_by, reopen_reason, created_at, created_by`;

export function reconciliationRecord({ organization }: Context, row: ReconciliationRow): KeptReconciliation {
  return {
    ...row,
    organization_id: organization,
    statement_balance: money(row.statement_balance, row.currency),
    ledger_balance: money(row.ledger_balance, row.currency),
    status: row.reopened_at === null ? 'standing' : 'reopened',
  };
}
