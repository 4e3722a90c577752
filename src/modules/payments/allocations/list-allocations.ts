import { z } from 'zod';
import { baseOf } from '../../exchange/index.ts';
import { money } from '../../../core/money.ts';
import { and, sql } from '../../../db/sql.ts';
import { anyOf, dayRange, filter } from '../../../operation/filter.ts';
import { dayKey, listOf, Page, page } from '../../../operation/list.ts';
import { operation } from '../../../operation/operation.ts';
import { Id } from '../../../wire/index.ts';
import { Allocation } from '../payment.ts';
import type { AllocationRow } from '../payment-row.ts';
import { allocationColumns } from '../store.ts';

const SettledBy = Allocation.extend({ payment_id: Id('payment'), currency: z.string() });
const states = ['active', 'reversed'] as const;
const stateIs = { active: sql`reversed_on is null`, reversed: sql`reversed_on is not null` };

const allocations = listOf({
  name: 'allocations',
  row: SettledBy,
  id: sql`id`,
  sorts: { allocated_on: dayKey(sql`allocated_on`) },
  defaultSort: '-allocated_on',
  filters: {
    payment_id: filter(Id('payment'), (id) => sql`payment_id = ${id}`),
    sale_id: filter(Id('sale'), (id) => sql`sale_id = ${id}`),
    refund_id: filter(Id('refund'), (id) => sql`refund_id = ${id}`),
    status: anyOf(states, (values) => (values.length === 2 ? sql`true` : stateIs[values[0] ?? 'active'])),
    allocated_on: dayRange(sql`allocated_on`),
  },
});

export const listAllocations = operation({
  name: 'list_allocations',
  summary: 'List allocations of payments to sales, including reversals by refunds.',
  http: 'GET /allocations',
  effect: 'read',
  permission: 'payments:read',
  mcp: 'action',
  input: allocations.input,
  output: Page(SettledBy),
  async run(context, input) {
    const found = await page<AllocationRow & { readonly currency: string }>(context, allocations, input, {
      select: sql`${allocationColumns}, (select currency from payments as payment
        where payment.organization_id = allocations.organization_id
          and payment.id = allocations.payment_id) as currency`,
      from: sql`allocations`,
      where: and([sql`organization_id = ${context.organization}`]),
    });
    const base = baseOf(context);
    const data = found.data.map((row) => ({
      ...row,
      amount: money(row.amount, row.currency),
      base_amount: money(row.base ?? row.amount, base),
      fx_gain_loss: money(row.fx_gain_loss ?? 0n, base),
      status: row.reversed_on === null ? ('active' as const) : ('reversed' as const),
    }));
    return { ...found, data };
  },
});
