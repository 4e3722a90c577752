import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { goodsIssued } from '../../src/core/posting.ts';
import { sql } from '../../src/db/sql.ts';
import { accountsByRole, post, reversalsOf } from '../../src/modules/ledger/index.ts';
import {
  insufficientStock,
  issueStock,
  lockStock,
  returnStock,
  stockEvents,
  writeMovements,
} from '../../src/modules/stock/index.ts';
import type { Actor } from '../../src/operation/actor.ts';
import { type Context, type Operation, operation } from '../../src/operation/operation.ts';
import { run } from '../../src/operation/run.ts';
import { Id, Quantity } from '../../src/wire/index.ts';
import type { Wire, World } from './world.ts';

/** Runs work as another module would: inside an operation of its own, through the whole pipeline. */
export async function within<Result>(
  world: World,
  work: (context: Context) => Promise<Result>,
  { as = world.ana }: { readonly as?: Actor } = {},
): Promise<Result> {
  let result: { readonly value: Result } | undefined;
  const asking = operation({
    name: 'work_within',
    summary: 'Does what a test says.',
    http: 'POST /tests/work',
    effect: 'write',
    permission: 'signed_in',
    mcp: 'hidden',
    input: z.strictObject({}),
    output: z.object({}),
    refuses: [insufficientStock],
    emits: [...stockEvents],
    run: async (context) => {
      result = { value: await work(context) };
      return {};
    },
  });
  await run(world.runtime, asking, { actor: as, input: {}, origin: { door: 'job', requestId: randomUUID() } });
  if (result === undefined) throw new Error('the work did not run');
  return result.value;
}

const Sold = z.strictObject({
  lines: z.array(z.strictObject({ variant_id: Id('variant'), quantity: Quantity })),
  location_id: Id('location').optional(),
});

/** Stock effects of a sale, without the sale: locks, plans, writes, posts the cost. Answers what each line cost. */
const sellGoods: Operation = operation({
  name: 'sell_goods',
  summary: 'Takes goods for a sale that is not written.',
  http: 'POST /tests/sell',
  effect: 'write',
  permission: 'signed_in',
  mcp: 'hidden',
  input: Sold,
  output: z.object({ id: z.string(), costs: z.array(z.string().nullable()), warnings: z.array(z.string()) }),
  refuses: [insufficientStock],
  emits: [...stockEvents],
  async run(context, { lines, location_id: locationId }) {
    const [lock, accounts] = await Promise.all([
      lockStock(
        context,
        lines.map((line) => line.variant_id),
        locationId,
      ),
      accountsByRole(context),
    ]);
    const id = context.newId();
    const demands = lines.map((line) => ({
      lineId: context.newId(),
      variantId: line.variant_id,
      quantity: line.quantity,
    }));
    const issued = issueStock(lock, demands);
    writeMovements(context, issued, { date: context.today, source: { type: 'sale', id } });
    const header = { date: context.today, memo: 'Goods sold', source: { type: 'sale', id } };
    const entry = goodsIssued({ header, accounts, items: issued.costed });
    post(context, entry === undefined ? [] : [{ id: context.newId(), entry }]);
    const costs = demands.map(({ lineId }) => issued.costs.get(lineId)?.toString() ?? null);
    return { id, costs, warnings: [...issued.warnings] };
  },
});

export type Goods = {
  /** A product of one variant; answers the variant. */
  readonly product: (more?: object) => Promise<Wire>;
  readonly move: (type: string, variant: Wire, more: object) => Promise<Wire>;
  readonly receive: (variant: Wire, quantity: string, unitCost: string, more?: object) => Promise<Wire>;
  readonly count: (...lines: readonly (readonly [variant: Wire, expected: string, counted: string])[]) => Promise<Wire>;
  readonly sell: (...lines: readonly (readonly [variant: Wire, quantity: string])[]) => Promise<Wire>;
  /** Stock effects and postings of voiding a sale. Answers how many entries that made. */
  readonly takeBack: (sold: Wire) => Promise<number>;
  /** Only `on_hand` and `value` of the variant's level. */
  readonly stock: (variant: Wire) => Promise<{ on_hand: string; value: string | null } | undefined>;
  /** Checks that movements, levels, pools and the inventory account all say the same. */
  readonly agree: () => Promise<void>;
};

let made = 0;

/** A fixture for goods, as one actor. */
export function goodsOf(world: World, as: Actor = world.ana): Goods {
  const keyed = (name: string, input: object) => world.call(name, input, { as, key: randomUUID() });
  const move: Goods['move'] = (type, variant, more) =>
    keyed('create_stock_movement', { type, variant_id: variant.id, ...more });
  return {
    product: async (more = {}) => {
      const name = `Article ${(made += 1)}`;
      return (await world.call('create_product', { name, price: '10', ...more }, { as })).variants[0];
    },
    move,
    receive: (variant, quantity, unit_cost, more = {}) =>
      move('purchase_receipt', variant, { quantity, unit_cost, ...more }),
    count: (...lines) => {
      const given = lines.map(([variant, expected_on_hand, counted]) => {
        return { variant_id: variant.id, expected_on_hand, counted };
      });
      return keyed('create_stock_count', { lines: given });
    },
    sell: async (...lines) => {
      const input = { lines: lines.map(([variant, quantity]) => ({ variant_id: variant.id, quantity })) };
      return (await run(world.runtime, sellGoods, { actor: as, input, origin: { door: 'rest', requestId: 'sell' } }))
        .output;
    },
    takeBack: ({ id }) =>
      within(
        world,
        async (context) => {
          const [source, date] = [{ type: 'sale', id } as const, context.today];
          const reversals = await reversalsOf(context, source, { date, memo: 'Void' });
          const corrections = await returnStock(context, source, { day: date, dimensions: new Map() });
          post(context, [...reversals, ...corrections]);
          return reversals.length + corrections.length;
        },
        { as },
      ),
    stock: async (variant) => {
      const { data } = await world.call('list_stock_levels', { variant_id: variant.id }, { as });
      return data[0] === undefined ? undefined : { on_hand: data[0].on_hand, value: data[0].value };
    },
    agree: () => agree(world, as),
  };
}

async function agree(world: World, as: Actor): Promise<void> {
  const organization = as.organization?.id ?? '';
  const found = await world.db.transaction({ organization, readOnly: true }, (db) =>
    db.one<Record<string, bigint | boolean>>(sql`
      select
        (select coalesce(sum(value), 0)::bigint from report_stock_movements) as moved,
        (select coalesce(sum(value), 0)::bigint from stock_pools) as pooled,
        (select coalesce(sum(amount), 0)::bigint from journal_lines
          join accounts using (organization_id)
          where accounts.id = account_id and accounts.type = 'inventory') as booked,
        (select count(*) from stock_pools left join (
            select variant_id, sum(quantity)::bigint as quantity, sum(value)::bigint as value
            from stock_layers group by 1
          ) as layered using (variant_id)
          where (coalesce(layered.quantity, 0), coalesce(layered.value, 0)) is distinct from
            (case costing_method when 'fifo' then stock_pools.quantity else 0 end,
              case costing_method when 'fifo' then stock_pools.value else 0 end)) as pools_off_layers,
        (select count(*) from stock_layers left join (
            select layer_id as movement_id, sum(quantity)::bigint as quantity, sum(value)::bigint as value
            from stock_layer_changes group by 1
          ) as changed using (movement_id)
          where (stock_layers.quantity, stock_layers.value) is distinct from (changed.quantity, changed.value)
        ) as layers_off_changes,
        not exists (select from stock_levels full join (
            select variant_id, to_location_id as location_id, sum(quantity - received - returned)::bigint as coming
            from stock_transfer_lines as line join stock_transfers as transfer using (organization_id)
            where transfer.id = line.transfer_id and transfer.status = 'in_transit' group by 1, 2) as coming
            using (variant_id, location_id) where coalesce(in_transit, 0) <> coalesce(coming, 0)) as transit_agrees,
        not exists (select from stock_levels full join (
            select variant_id, location_id, sum(quantity)::bigint as held from stock_reservations
            where status = 'active' group by 1, 2) as held
            using (variant_id, location_id) where coalesce(reserved, 0) <> coalesce(held, 0)) as holds_agree,
        not exists (select from stock_levels full join (
            select variant_id, location_id, sum(quantity)::bigint as moved from stock_movements group by 1, 2) as moved
            using (variant_id, location_id) where coalesce(on_hand, 0) <> coalesce(moved, 0)) as levels_agree,
        not exists (select from stock_pools full join (
            select variant_id, sum(on_hand)::bigint as held from stock_levels group by 1) as held
            using (variant_id) where coalesce(quantity, 0) <> coalesce(held, 0)) as pools_agree`),
  );
  assert.equal(found['moved'], found['pooled'], 'movements and pools');
  assert.equal(found['booked'], found['pooled'], 'the inventory account and pools');
  assert.equal(found['pools_off_layers'], 0n, 'layers and pools');
  assert.equal(found['layers_off_changes'], 0n, 'layers and what changed them');
  assert.equal(found['transit_agrees'], true, 'what levels and transfers say is on its way');
  assert.equal(found['holds_agree'], true, 'what levels and reservations say is held');
  assert.equal(found['levels_agree'], true, 'levels and movements');
  assert.equal(found['pools_agree'], true, 'pools and levels');
}
