import { z } from 'zod';
import { sql } from '../../../db/sql.ts';
import { invalidStateTransition, notFound, versionConflict } from '../../../operation/errors.ts';
import { type Context, operation } from '../../../operation/operation.ts';
import { Id, Version } from '../../../wire/index.ts';
import { holdEvents } from '../../stock/index.ts';
import { saleInDocument } from '../settling/billed.ts';
import { releaseGoods } from './hold-goods.ts';
import { saleDeleted } from '../sale.ts';
import { keepBefore, settledFacts } from '../sale-record.ts';
import type { SaleRow } from '../sale-row.ts';
import { statusOf } from '../settling/settled.ts';
import { lockSale, removeLines } from '../store.ts';

export const deleteSale = operation({
  name: 'delete_sale',
  summary: 'Delete a draft sale.',
  guidance: 'A confirmed sale cannot be deleted: use void_sale.',
  http: 'DELETE /sales/{id}',
  effect: 'destructive',
  permission: 'sales:write',
  mcp: 'action',
  noUndo: 'deleted',
  input: z.strictObject({ id: Id('sale'), version: Version.optional() }),
  output: z.object({ id: Id('sale'), deleted: z.literal(true) }),
  refuses: [notFound, versionConflict, invalidStateTransition, saleInDocument],
  emits: [saleDeleted, ...holdEvents],
  async run(context, { id, version }) {
    const { row, lines } = await lockSale(context, id, version);
    const status = statusOf(row);
    if (status !== 'draft') throw invalidStateTransition({ status, allowed: status === 'voided' ? [] : ['void_sale'] });
    keepBefore(context, row, lines);
    await deleteDraft(context, row);
    return { id, deleted: true as const };
  },
});

/** Deletes a locked draft, and lets go what it holds. */
export async function deleteDraft(context: Context, row: SaleRow): Promise<void> {
  const { db, organization } = context;
  if (row.reserved_until !== null) await releaseGoods(context, row.id);
  removeLines(context, row.id);
  db.later(sql`delete from sales where organization_id = ${organization} and id = ${row.id}`);
  context.emit(saleDeleted({ ...row, ...settledFacts(context, row) }));
}
