import { z } from 'zod';
import { addDays } from '../../../core/calendar.ts';
import { sum } from '../../../core/list.ts';
import { money } from '../../../core/money.ts';
import { periodOf } from '../../../core/period.ts';
import { stockAdjusted as stockAdjustment } from '../../../core/posting.ts';
import { sql } from '../../../db/sql.ts';
import { invalidStateTransition, validationFailed } from '../../../operation/errors.ts';
import { fault } from '../../../operation/fault.ts';
import { type Context, operation } from '../../../operation/operation.ts';
import { Day } from '../../../wire/index.ts';
import { accountsByRole, post } from '../../ledger/index.ts';
import { readOrganization, setCostingMethod } from '../../organization/index.ts';
import { CostingChange, CostingMethod, costingMethodChanged, costingMethodFixed } from './costing-method.ts';
import { lockPools, openLayersOf, type PoolRow, receivedLayers } from './layer-rows.ts';
import { type Revalued, revaluedAs, writeRevaluation } from './revaluation.ts';

export const changeCostingMethod = operation({
  name: 'change_costing_method',
  summary: 'Change the costing method of stock from a fiscal year on, and post the revaluation.',
  guidance:
    'Refused once stock has moved in that year. Before any stock movement, set it in the organisation settings ' +
    'instead.',
  http: 'POST /stock/costing-method',
  effect: 'write',
  permission: 'organization:write',
  mcp: 'action',
  keyRequired: true,
  posts: true,
  noUndo: 'counted',
  input: z.strictObject({
    costing_method: CostingMethod,
    effective_date: Day.optional().describe('A day of the fiscal year from whose start it applies. Default: today.'),
  }),
  output: CostingChange,
  refuses: [validationFailed, invalidStateTransition, costingMethodFixed],
  emits: [costingMethodChanged],
  async run(context, { costing_method: method, effective_date: asked }) {
    // Stocking a variant for the first time locks the organisation too, to learn its costing method.
    const organization = await readOrganization(context, { lock: 'alone' });
    const status = organization.inventory.costing_method;
    if (status === method) {
      const methods = CostingMethod.options.filter((other) => other !== method);
      const hint = 'This costing method is already in use; send one of `costing_methods`.';
      throw invalidStateTransition({ status, allowed: ['change_costing_method'], costing_methods: methods, hint });
    }
    const { fiscal_year_start_month: month, fiscal_year_start_day: day } = organization;
    const year = periodOf('fiscal_year', dayOf(context, asked), { month, day });
    const [pools, accounts] = await Promise.all([lockPools(context), accountsByRole(context)]);
    const [movedOn, before, after] = await Promise.all([
      lastMovedSince(context, year.from),
      openLayersOf(context),
      method === 'fifo' ? receivedLayers(context) : new Map(),
    ]);
    if (movedOn !== null) throw costingMethodFixed({ moved_on: movedOn, changes_on: addDays(year.to, 1) });
    const revalued = pools
      .filter(({ quantity }) => quantity !== 0n)
      .map((pool) => revaluedAs(method, pool, { id: context.newId(), before, received: after }));
    writeRevaluation(context, { method, date: year.from, revalued });
    setCostingMethod(context, method);
    post(context, entryOf(context, { date: year.from, revalued, accounts }));
    const changed = { costing_method: method, effective_date: year.from, variant_count: revalued.length };
    context.emit(costingMethodChanged(changed));
    return { ...changed, ...worthOf(context, pools, revalued) };
  },
});

function dayOf({ today }: Context, asked: string | undefined): string {
  if (asked === undefined || asked <= today) return asked ?? today;
  throw fault('/effective_date', 'in_future', 'Send today or an earlier day.');
}

async function lastMovedSince({ db, organization }: Context, day: string): Promise<string | null> {
  const { last } = await db.one<{ last: string | null }>(sql`
    select max(effective_date) as last from stock_movements
    where organization_id = ${organization} and effective_date >= ${day}`);
  return last;
}

type Posted = {
  readonly date: string;
  readonly revalued: readonly Revalued[];
  readonly accounts: Awaited<ReturnType<typeof accountsByRole>>;
};

function entryOf(context: Context, { date, revalued, accounts }: Posted) {
  const source = { type: 'organization', id: context.organization, event: costingMethodChanged.type };
  const entry = stockAdjustment({
    header: { date, memo: 'Stock valued in another way', source },
    accounts,
    items: revalued.map(({ pool, difference }) => ({
      productId: pool.product_id,
      variantId: pool.variant_id,
      value: difference,
      inventoryAccount: pool.inventory_account_id ?? undefined,
    })),
  });
  return entry === undefined ? [] : [{ id: context.newId(), entry }];
}

function worthOf({ actor }: Context, pools: readonly PoolRow[], revalued: readonly Revalued[]) {
  const currency = actor.organization?.baseCurrency ?? '';
  const shown = (minor: bigint) => (actor.permissions.has('costs:read') ? money(minor, currency) : null);
  const before = sum(pools.map(({ value }) => value));
  const difference = sum(revalued.map((one) => one.difference));
  return { value_before: shown(before), value: shown(before + difference), difference: shown(difference) };
}
