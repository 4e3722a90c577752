import { z } from 'zod';
import { notFound, validationFailed } from '../../../operation/errors.ts';
import { operation } from '../../../operation/operation.ts';
import { Day, Id } from '../../../wire/index.ts';
import { Reconciliation } from './reconciliation.ts';
import { loadAccount, reconciliationOf } from './report.ts';

export const previewBankReconciliation = operation({
  name: 'preview_bank_reconciliation',
  summary: 'Hold a bank account against its statement: what is outstanding, and why the two differ.',
  guidance: 'Nothing is kept; reconcile_bank_account keeps it, and closes the days up to it.',
  http: 'GET /bank-accounts/{id}/reconciliation',
  effect: 'read',
  permission: 'bank:read',
  mcp: 'action',
  input: z.strictObject({
    id: Id('bank_account'),
    through: Day.optional().describe('The day that a statement ends on. Default: that of the latest one.'),
  }),
  output: Reconciliation,
  refuses: [notFound, validationFailed],
  async run(context, { id, through }) {
    return reconciliationOf(context, await loadAccount(context, id), through);
  },
});
