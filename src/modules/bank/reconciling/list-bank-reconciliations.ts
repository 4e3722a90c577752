import { sql } from '../../../db/sql.ts';
import { anyOf, dayRange, filter } from '../../../operation/filter.ts';
import { dayKey, instantKey, listOf, page, Page } from '../../../operation/list.ts';
import { operation } from '../../../operation/operation.ts';
import { Id } from '../../../wire/index.ts';
import {
  KeptReconciliation,
  reconciliationColumns,
  reconciliationRecord,
  type ReconciliationRow,
  reconciliationStates,
} from './kept-reconciliation.ts';

const reconciliations = listOf({
  name: 'bank_reconciliations',
  row: KeptReconciliation,
  id: sql`id`,
  sorts: { through: dayKey(sql`through`), created_at: instantKey(sql`created_at`) },
  defaultSort: '-through',
  filters: {
    bank_account_id: filter(Id('bank_account'), (id) => sql`bank_account_id = ${id}`),
    status: anyOf(reconciliationStates, (wanted) =>
      wanted.length === 2
        ? sql`true`
        : wanted[0] === 'standing'
          ? sql`reopened_at is null`
          : sql`reopened_at is not null`,
    ),
    through: dayRange(sql`through`),
  },
});

export const listBankReconciliations = operation({
  name: 'list_bank_reconciliations',
  summary: 'List reconciliations of bank accounts, the latest first.',
  http: 'GET /bank-reconciliations',
  effect: 'read',
  permission: 'bank:read',
  mcp: 'action',
  input: reconciliations.input,
  output: Page(KeptReconciliation),
  async run(context, input) {
    const found = await page<ReconciliationRow>(context, reconciliations, input, {
      select: reconciliationColumns,
      from: sql`bank_reconciliations`,
      where: sql`organization_id = ${context.organization}`,
    });
    return { ...found, data: found.data.map((row) => reconciliationRecord(context, row)) };
  },
});
