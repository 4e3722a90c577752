import { z } from 'zod';
import { sql } from '../../../db/sql.ts';
import { actorStamp } from '../../../operation/actor.ts';
import {
  forbidden,
  invalidStateTransition,
  notFound,
  validationFailed,
  versionConflict,
} from '../../../operation/errors.ts';
import { fault } from '../../../operation/fault.ts';
import { type Context, operation } from '../../../operation/operation.ts';
import { Day, Id, Version } from '../../../wire/index.ts';
import { accountsByRole } from '../../ledger/index.ts';
import { announceCount, postCount } from './apply-count.ts';
import { locationNotActive } from '../locations/location.ts';
import { refuseFuture } from '../movements/movement-input.ts';
import { needs } from '../levels/needs.ts';
import { planCount, type PlannedCount } from './plan-count.ts';
import { valueOf } from '../movements/posting-of.ts';
import { lockCount, readCount, stockChanged, StockCount, stockCounted } from './stock-count.ts';
import { stockAdjusted, stockEvents } from '../stock-events.ts';
import { lockStock } from '../levels/stock-lock.ts';
import { allowedFor } from './update-stock-count.ts';
import { writeMovements } from '../movements/write-movements.ts';

export const applyStockCount = operation({
  name: 'apply_stock_count',
  summary: 'Apply a submitted stock count (stock take): set stock to it and post the differences.',
  guidance: 'Refused if stock has moved since the count was opened, unless `rebase` or `force` is sent.',
  http: 'POST /stock/counts/{id}/apply',
  effect: 'write',
  permission: 'stock:write',
  mcp: 'action',
  risky: { force: [true] },
  keyRequired: true,
  posts: true,
  noUndo: 'counted',
  input: z.strictObject({
    id: Id('stock_count'),
    version: Version.optional(),
    rebase: z
      .boolean()
      .default(false)
      .describe('Adds stock movements since the count was opened to the counted quantities.'),
    force: z.boolean().default(false).describe('Sets stock exactly to the count; needs the permission stock:manage.'),
    effective_date: Day.optional().describe('Default: today. Not later.'),
  }),
  output: StockCount,
  refuses: [
    notFound,
    versionConflict,
    invalidStateTransition,
    validationFailed,
    forbidden,
    stockChanged,
    locationNotActive,
  ],
  emits: [stockCounted, stockAdjusted, ...stockEvents],
  async run(context, { id, version, rebase, force, effective_date: asked }) {
    if (force) needs(context, 'stock:manage');
    if (force && rebase) throw fault('/rebase', 'not_both', 'Send either `rebase` or `force`.');
    const date = asked ?? context.today;
    refuseFuture(context, date);
    const { status, number, location_id: place, lines } = await lockCount(context, id, version);
    if (status !== 'submitted') throw invalidStateTransition({ status, allowed: allowedFor(status) });
    const counted = lines.flatMap(({ counted: found, note, ...line }) =>
      found === null ? [] : [{ ...line, counted: found, note: note ?? undefined }],
    );
    const [lock, accounts] = await Promise.all([
      lockStock(
        context,
        counted.map((line) => line.variant_id),
        place,
      ),
      accountsByRole(context),
    ]);
    const plan = planCount({ lines: counted, force, rebase }, lock);
    const movementIds = writeMovements(context, plan.planned, { date, source: { type: 'stock_count', id } });
    writeApplied(context, id, { plan, movementIds, date, rebase });
    const count = await readCount(context, id);
    postCount(context, { id, date, number, plan, accounts, lock });
    announceCount(context, count, { plan, movementIds });
    return count;
  },
});

type Applied = {
  readonly plan: PlannedCount;
  readonly movementIds: readonly string[];
  readonly date: string;
  readonly rebase: boolean;
};

/** Lines first: those of a count that is applied stay as they are. */
function writeApplied(context: Context, id: string, { plan, movementIds, date, rebase }: Applied): void {
  const { db, organization, now, actor } = context;
  const { lines, planned } = plan;
  const movementOf = new Map(planned.movements.map((movement, index) => [movement, movementIds[index]]));
  const value = planned.movements.reduce((sum, movement) => sum + valueOf(movement), 0n);
  db.later(sql`
    update stock_count_lines as line set on_hand = counted.on_hand, value = counted.value,
      movement_id = counted.movement_id
    from unnest(${lines.map(({ variantId }) => variantId)}::uuid[],
      ${lines.map(({ onHand }) => onHand)}::bigint[],
      ${lines.map(({ movement }) => (movement === undefined ? 0n : valueOf(movement)))}::bigint[],
      ${lines.map(({ movement }) => (movement && movementOf.get(movement)) ?? null)}::uuid[])
      as counted (variant_id, on_hand, value, movement_id)
    where line.organization_id = ${organization} and line.count_id = ${id} and line.variant_id = counted.variant_id`);
  db.later(sql`
    update stock_counts set status = 'applied', ended_at = ${now}, effective_date = ${date}, forced = ${plan.isForced},
      rebased = ${rebase}, difference_count = ${planned.movements.length}, value = ${value}, version = version + 1,
      updated_at = ${now}, updated_by = ${JSON.stringify(actorStamp(actor))}
    where organization_id = ${organization} and id = ${id}`);
}
