import { createHash } from 'node:crypto';
import { z } from 'zod';
import { sql } from '../../../db/sql.ts';
import { actorStamp } from '../../../operation/actor.ts';
import { encoderOf } from '../../../operation/encode.ts';
import { notFound, validationFailed } from '../../../operation/errors.ts';
import { operation } from '../../../operation/operation.ts';
import { Day, Id } from '../../../wire/index.ts';
import { bankAccounts } from '../accounts/bank-account.ts';
import {
  accountReconciled,
  KeptReconciliation,
  reconciliationColumns,
  reconciliationRecord,
  type ReconciliationRow,
} from './kept-reconciliation.ts';
import { Reconciliation } from './reconciliation.ts';
import { notReconcilable } from './refusals.ts';
import { loadAccount, reconciliationOf } from './report.ts';

export const reconcileBankAccount = operation({
  name: 'reconcile_bank_account',
  summary: 'Reconcile a bank account with its statement, and close its days up to the end of that.',
  guidance:
    'Every line must be matched or excluded, and the balances must agree. Nothing is posted on that account on those ' +
    'days any more, until reopen_bank_reconciliation.',
  http: 'POST /bank-accounts/{id}/reconcile',
  effect: 'write',
  permission: 'bank:write',
  mcp: 'action',
  undo: ({ output: { id } }) => [{ operation: 'reopen_bank_reconciliation', input: { id, reason: 'Undone' } }],
  input: z.strictObject({
    id: Id('bank_account'),
    through: Day.optional().describe('The day that a statement ends on. Default: that of the latest one.'),
  }),
  output: KeptReconciliation,
  refuses: [notFound, validationFailed, notReconcilable],
  emits: [accountReconciled],
  async run(context, { id, through }) {
    const { db, organization, now, newId, actor } = context;
    const current = await bankAccounts.lock(context, id, undefined);
    bankAccounts.keepBefore(context, current);
    const account = await loadAccount(context, id);
    const report = await reconciliationOf(context, account, through);
    const wire = encoderOf(Reconciliation)(report);
    if (report.obstacles.length > 0) throw notReconcilable({ obstacles: report.obstacles, report: wire });
    const kept = JSON.stringify(wire);
    const row = await db.one<ReconciliationRow>(sql`
      insert into bank_reconciliations (organization_id, id, bank_account_id, statement_id, through, previous, currency,
        statement_balance, ledger_balance, report, hash, created_at, created_by)
      values (${organization}, ${newId()}, ${id}, ${report.statement_id}, ${report.through},
        ${account.reconciled_through}, ${account.currency}, ${report.statement_balance.minor},
        ${report.ledger_balance.minor}, ${kept}, ${createHash('sha256').update(kept).digest('hex')}, ${now},
        ${JSON.stringify(actorStamp(actor))})
      returning ${reconciliationColumns}`);
    await db.run(sql`
      update bank_accounts set reconciled_through = ${report.through}
      where organization_id = ${organization} and id = ${id}`);
    const record = reconciliationRecord(context, row);
    context.emit(accountReconciled(record));
    return record;
  },
});
