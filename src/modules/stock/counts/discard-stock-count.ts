import { z } from 'zod';
import { sql } from '../../../db/sql.ts';
import { actorStamp } from '../../../operation/actor.ts';
import { invalidStateTransition, notFound, versionConflict } from '../../../operation/errors.ts';
import { operation } from '../../../operation/operation.ts';
import { Id, Version } from '../../../wire/index.ts';
import { countDiscarded, lockCount, readCount, StockCount } from './stock-count.ts';
import { allowedFor } from './update-stock-count.ts';

export const discardStockCount = operation({
  name: 'discard_stock_count',
  summary: 'Discard a stock count that was not applied. It stays on record and changes no stock.',
  http: 'POST /stock/counts/{id}/discard',
  effect: 'write',
  permission: 'stock:write',
  mcp: 'action',
  keyRequired: true,
  noUndo: 'ended',
  input: z.strictObject({ id: Id('stock_count'), version: Version.optional() }),
  output: StockCount,
  refuses: [notFound, versionConflict, invalidStateTransition],
  emits: [countDiscarded],
  async run(context, { id, version }) {
    const { db, organization, now, actor } = context;
    const { status } = await lockCount(context, id, version);
    if (status === 'applied' || status === 'discarded') {
      throw invalidStateTransition({ status, allowed: allowedFor(status) });
    }
    db.later(sql`
      update stock_counts set status = 'discarded', ended_at = ${now}, version = version + 1, updated_at = ${now},
        updated_by = ${JSON.stringify(actorStamp(actor))}
      where organization_id = ${organization} and id = ${id}`);
    const count = await readCount(context, id);
    context.emit(countDiscarded(count));
    return count;
  },
});
