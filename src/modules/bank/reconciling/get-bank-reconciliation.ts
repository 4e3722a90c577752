import { z } from 'zod';
import { sql } from '../../../db/sql.ts';
import { notFound } from '../../../operation/errors.ts';
import { fieldsInput } from '../../../operation/list.ts';
import { operation } from '../../../operation/operation.ts';
import { Id } from '../../../wire/index.ts';
import {
  KeptReconciliation,
  reconciliationColumns,
  reconciliationRecord,
  type ReconciliationRow,
} from './kept-reconciliation.ts';
import { KeptReport } from './reconciliation.ts';

const WithReport = KeptReconciliation.extend({
  report: KeptReport.describe('As it was then.'),
});

export const getBankReconciliation = operation({
  name: 'get_bank_reconciliation',
  summary: 'Get a reconciliation of a bank account with its report, as it was then.',
  http: 'GET /bank-reconciliations/{id}',
  effect: 'read',
  permission: 'bank:read',
  mcp: 'action',
  input: z.strictObject({ id: Id('bank_reconciliation'), fields: fieldsInput(WithReport).optional() }),
  output: WithReport,
  refuses: [notFound],
  async run(context, { id }) {
    const row = await context.db.maybe<ReconciliationRow & { readonly report: unknown }>(sql`
      select ${reconciliationColumns}, report from bank_reconciliations
      where organization_id = ${context.organization} and id = ${id}`);
    if (row === undefined) throw notFound();
    const { report, ...rest } = row;
    return { ...reconciliationRecord(context, rest), report: KeptReport.parse(report) };
  },
});
