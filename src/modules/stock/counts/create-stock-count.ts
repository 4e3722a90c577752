import { sql } from '../../../db/sql.ts';
import { actorStamp } from '../../../operation/actor.ts';
import { forbidden, notFound, validationFailed } from '../../../operation/errors.ts';
import { type Context, operation } from '../../../operation/operation.ts';
import { accountsByRole } from '../../ledger/index.ts';
import { announceCount, postCount } from './apply-count.ts';
import { locationNotActive } from '../locations/location.ts';
import { refuseFuture } from '../movements/movement-input.ts';
import { needs } from '../levels/needs.ts';
import { planCount, type PlannedCount } from './plan-count.ts';
import { valueOf } from '../movements/posting-of.ts';
import {
  countExternalIdTaken,
  NewStockCount,
  readCount,
  stockChanged,
  StockCount,
  stockCounted,
} from './stock-count.ts';
import { stockAdjusted, stockEvents } from '../stock-events.ts';
import { lockStock, type StockLock } from '../levels/stock-lock.ts';
import { writeMovements } from '../movements/write-movements.ts';

export const createStockCount = operation({
  name: 'create_stock_count',
  summary: 'Create a stock count (stock take): set stock to the counted quantities, post differences.',
  guidance:
    'Applied at once; for a count in steps, use open_stock_count. Refused if stock has moved since ' +
    '`expected_on_hand` was read.',
  http: 'POST /stock/counts',
  effect: 'write',
  permission: 'stock:write',
  mcp: 'tool',
  creates: true,
  risky: { force: [true] },
  keyRequired: true,
  posts: true,
  noUndo: 'counted',
  input: NewStockCount,
  output: StockCount,
  refuses: [notFound, validationFailed, forbidden, stockChanged, locationNotActive, countExternalIdTaken],
  emits: [stockCounted, stockAdjusted, ...stockEvents],
  async run(context, input) {
    if (input.force) needs(context, 'stock:manage');
    const date = input.effective_date ?? context.today;
    refuseFuture(context, date);
    const variantIds = input.lines.map((line) => line.variant_id);
    const [lock, accounts] = await Promise.all([
      lockStock(context, variantIds, input.location_id),
      accountsByRole(context),
    ]);
    const plan = planCount(input, lock);
    const id = context.newId();
    const movementIds = writeMovements(context, plan.planned, { date, source: { type: 'stock_count', id } });
    const inserted = insertCount(context, { id, date, input, plan, lock });
    insertLines(context, { id, plan, movementIds });
    const [{ number }, count] = await Promise.all([inserted, readCount(context, id)]);
    postCount(context, { id, date, number, plan, accounts, lock });
    announceCount(context, count, { plan, movementIds });
    return count;
  },
});

type Counted = {
  readonly id: string;
  readonly date: string;
  readonly input: NewStockCount;
  readonly plan: PlannedCount;
  readonly lock: StockLock;
};

function insertCount(context: Context, { id, date, input, plan, lock }: Counted): Promise<{ number: string }> {
  const { db, organization, now } = context;
  const { movements } = plan.planned;
  const stamp = JSON.stringify(actorStamp(context.actor));
  const value = movements.reduce((sum, movement) => sum + valueOf(movement), 0n);
  return db.one<{ number: string }>(sql`
    insert into stock_counts (organization_id, id, number, location_id, effective_date, note, forced, line_count,
      difference_count, value, external_id, metadata, tags, ended_at, created_at, created_by, updated_at, updated_by)
    values (${organization}, ${id}, take_number(${organization}, 'stock_count', ${date}), ${lock.locationId}, ${date},
      ${input.note ?? null}, ${plan.isForced}, ${plan.lines.length}, ${movements.length}, ${value},
      ${input.external_id ?? null}, ${JSON.stringify(input.metadata ?? {})}, ${input.tags ?? []}, ${now},
      ${now}, ${stamp}, ${now}, ${stamp})
    returning number`);
}

type Lines = { readonly id: string; readonly plan: PlannedCount; readonly movementIds: readonly string[] };

function insertLines({ db, organization }: Context, { id, plan: { lines, planned }, movementIds }: Lines): void {
  const movementOf = new Map(planned.movements.map((movement, index) => [movement, movementIds[index]]));
  db.later(sql`
    insert into stock_count_lines (organization_id, count_id, position, variant_id, expected, on_hand, counted, value,
      movement_id, note)
    select ${organization}, ${id}, line.*
    from unnest(${lines.map((_, index) => index + 1)}::int[], ${lines.map(({ variantId }) => variantId)}::uuid[],
      ${lines.map(({ expected }) => expected)}::bigint[], ${lines.map(({ onHand }) => onHand)}::bigint[],
      ${lines.map(({ counted }) => counted)}::bigint[],
      ${lines.map(({ movement }) => (movement === undefined ? 0n : valueOf(movement)))}::bigint[],
      ${lines.map(({ movement }) => (movement && movementOf.get(movement)) ?? null)}::uuid[],
      ${lines.map(({ note }) => note ?? null)}::text[]) as line`);
}
