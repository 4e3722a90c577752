import { z } from 'zod';
import { sql } from '../../../db/sql.ts';
import { actorStamp } from '../../../operation/actor.ts';
import { encoderOf } from '../../../operation/encode.ts';
import { notFound, validationFailed } from '../../../operation/errors.ts';
import { operation } from '../../../operation/operation.ts';
import { Id, Text } from '../../../wire/index.ts';
import {
  accountReopened,
  KeptReconciliation,
  reconciliationColumns,
  reconciliationRecord,
  type ReconciliationRow,
} from './kept-reconciliation.ts';
import { laterReconciliation, reconciliationReopened } from './refusals.ts';

export const reopenBankReconciliation = operation({
  name: 'reopen_bank_reconciliation',
  summary: 'Reopen the latest reconciliation of a bank account, with a reason.',
  guidance: 'Its days are closed no longer; the report stays on record.',
  http: 'POST /bank-reconciliations/{id}/reopen',
  effect: 'destructive',
  permission: 'bank:write',
  mcp: 'action',
  noUndo: 'closed',
  input: z.strictObject({ id: Id('bank_reconciliation'), reason: Text(500) }),
  output: KeptReconciliation,
  refuses: [notFound, validationFailed, laterReconciliation, reconciliationReopened],
  emits: [accountReopened],
  async run(context, { id, reason }) {
    const { db, organization, now, actor } = context;
    const current = await db.maybe<ReconciliationRow & { reconciled_through: string | null }>(sql`
      select ${reconciliationColumns}, (select reconciled_through from bank_accounts as account
          where account.organization_id = ${organization} and account.id = bank_account_id) as reconciled_through
      from bank_reconciliations where organization_id = ${organization} and id = ${id} for no key update`);
    if (current === undefined) throw notFound();
    const { reconciled_through: through, ...before } = current;
    if (before.reopened_at !== null) throw reconciliationReopened();
    if (through !== before.through) throw laterReconciliation();
    context.before(encoderOf(KeptReconciliation)(reconciliationRecord(context, before)));
    await db.run(sql`
      update bank_accounts set reconciled_through = ${before.previous}
      where organization_id = ${organization} and id = ${before.bank_account_id} and reconciled_through = ${through}`);
    const row = await db.one<ReconciliationRow>(sql`
      update bank_reconciliations set reopened_at = ${now}, reopened_by = ${JSON.stringify(actorStamp(actor))},
        reopen_reason = ${reason}
      where organization_id = ${organization} and id = ${id} returning ${reconciliationColumns}`);
    const record = reconciliationRecord(context, row);
    context.emit(accountReopened(record));
    return record;
  },
});
