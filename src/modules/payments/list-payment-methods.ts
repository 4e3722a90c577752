import { sql } from '../../db/sql.ts';
import { anyOf } from '../../operation/filter.ts';
import { instantKey, listOf, numberKey, Page, page, textKey } from '../../operation/list.ts';
import { operation } from '../../operation/operation.ts';
import { methodColumns, methodKinds, methodRecord, type MethodRow, PaymentMethod } from './payment-method.ts';

const statusIs = { active: sql`archived_at is null`, archived: sql`archived_at is not null` };

const methods = listOf({
  name: 'payment_methods',
  row: PaymentMethod,
  id: sql`id`,
  sorts: { position: numberKey(sql`position`), name: textKey(sql`name`), created_at: instantKey(sql`created_at`) },
  defaultSort: 'position',
  filters: {
    kind: anyOf(methodKinds, (kinds) => sql`kind = any(${kinds}::text[])`),
    status: anyOf(['active', 'archived'], (wanted) =>
      wanted.length === 1 && wanted[0] !== undefined ? statusIs[wanted[0]] : sql`true`,
    ),
  },
});

export const listPaymentMethods = operation({
  name: 'list_payment_methods',
  summary: 'List payment methods, each with the account it settles to.',
  http: 'GET /payment-methods',
  effect: 'read',
  permission: 'payments:read',
  mcp: 'action',
  input: methods.input,
  output: Page(PaymentMethod),
  async run(context, input) {
    const found = await page<MethodRow>(context, methods, input, {
      select: methodColumns,
      from: sql`payment_methods`,
      where: sql`organization_id = ${context.organization}`,
    });
    return { ...found, data: found.data.map((row) => methodRecord(context, row)) };
  },
});
