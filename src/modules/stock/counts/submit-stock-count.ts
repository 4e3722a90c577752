import { z } from 'zod';
import { sql } from '../../../db/sql.ts';
import { saidCut } from '../../../operation/cut.ts';
import { actorStamp } from '../../../operation/actor.ts';
import { invalidStateTransition, notFound, versionConflict } from '../../../operation/errors.ts';
import { operation } from '../../../operation/operation.ts';
import { undoneBy } from '../../../operation/undo.ts';
import { Id, Version } from '../../../wire/index.ts';
import { countIncomplete, countSubmitted, lockCount, readCount, StockCount } from './stock-count.ts';
import { allowedFor } from './update-stock-count.ts';

const shownMax = 20;

export const submitStockCount = operation({
  name: 'submit_stock_count',
  summary: 'Submit an open stock count for review before it is applied.',
  http: 'POST /stock/counts/{id}/submit',
  effect: 'write',
  permission: 'stock:write',
  mcp: 'action',
  keyRequired: true,
  undo: undoneBy('discard_stock_count'),
  input: z.strictObject({
    id: Id('stock_count'),
    version: Version.optional(),
    skip_uncounted: z.boolean().default(false).describe('Leaves out uncounted variants, whose stock stays unchanged.'),
  }),
  output: StockCount,
  refuses: [notFound, versionConflict, invalidStateTransition, countIncomplete],
  emits: [countSubmitted],
  async run(context, { id, version, skip_uncounted: skips }) {
    const { db, organization, now, actor } = context;
    const { status, lines } = await lockCount(context, id, version);
    if (status !== 'open') throw invalidStateTransition({ status, allowed: allowedFor(status) });
    const uncounted = lines.filter(({ counted }) => counted === null);
    if (uncounted.length === lines.length || (uncounted.length > 0 && !skips)) {
      const shown = uncounted.slice(0, shownMax).map(({ name, sku }) => ({ sku, name }));
      const cut = saidCut({
        list: 'uncounted',
        shown: shown.length,
        left: uncounted.length - shown.length,
        how: 'get_stock_count has all lines.',
      });
      throw countIncomplete({ uncounted: shown, uncounted_count: uncounted.length, ...cut });
    }
    db.later(sql`
      update stock_counts set status = 'submitted', submitted_at = ${now}, version = version + 1, updated_at = ${now},
        updated_by = ${JSON.stringify(actorStamp(actor))}
      where organization_id = ${organization} and id = ${id}`);
    const count = await readCount(context, id);
    context.emit(countSubmitted(count));
    return count;
  },
});
