import { z } from 'zod';
import { sql } from '../../../db/sql.ts';
import { anyOf, clientMeant, dayRange, filter, instantRange } from '../../../operation/filter.ts';
import { containing, dayKey, instantKey, listOf, Page, page } from '../../../operation/list.ts';
import { operation } from '../../../operation/operation.ts';
import { Id, Text } from '../../../wire/index.ts';
import { Accrual, accrualColumns, accrualKinds, accrualRecord, type AccrualRow } from './accrual.ts';

const accruals = listOf({
  name: 'accruals',
  row: Accrual,
  id: sql`id`,
  sorts: {
    accrual_date: dayKey(sql`accrual_date`),
    created_at: instantKey(sql`created_at`),
  },
  defaultSort: '-accrual_date',
  filters: {
    q: filter(Text(100).describe('Words in the description.'), (text) => sql`description ilike ${containing(text)}`),
    kind: anyOf(accrualKinds, (kinds) => sql`kind = any(${kinds}::text[])`),
    status: filter(z.enum(['posted', 'voided']), (status) =>
      status === 'posted' ? sql`voided_at is null` : sql`voided_at is not null`,
    ),
    account_id: filter(Id('account'), (id) => sql`account_id = ${id}`),
    client_id: filter(Id('client'), (id) => sql`client_id = ${clientMeant(id)}`),
    accrual_date: dayRange(sql`accrual_date`),
    reverse_on: dayRange(sql`reverse_on`),
    created_at: instantRange(sql`created_at`),
  },
});

export const listAccruals = operation({
  name: 'list_accruals',
  summary: 'List accruals by date, account, client or supplier.',
  http: 'GET /accruals',
  effect: 'read',
  permission: 'ledger:read',
  mcp: 'action',
  input: accruals.input,
  output: Page(Accrual),
  async run(context, input) {
    const found = await page<AccrualRow>(context, accruals, input, {
      select: accrualColumns,
      from: sql`accruals`,
      where: sql`organization_id = ${context.organization}`,
    });
    return { ...found, data: found.data.map((row) => accrualRecord(context, row)) };
  },
});
