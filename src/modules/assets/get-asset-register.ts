import { z } from 'zod';
import { addDays, type Day as CoreDay } from '../../core/calendar.ts';
import { type Money as CoreMoney, money } from '../../core/money.ts';
import { sql } from '../../db/sql.ts';
import { validationFailed } from '../../operation/errors.ts';
import { fault } from '../../operation/fault.ts';
import { type Context, operation } from '../../operation/operation.ts';
import { baseCurrency } from '../../operation/record/column.ts';
import { Day, Id, Money } from '../../wire/index.ts';
import { accountBalances } from '../ledger/index.ts';
import { rangeInput, rangeOf } from '../reports/index.ts';
import { assetClasses } from './asset.ts';

const sums = {
  cost_opening: Money,
  additions: Money,
  disposals: Money,
  cost_closing: Money,
  depreciation_opening: Money.describe('Accumulated before the first day.'),
  depreciation: Money.describe('Of the period, as planned.'),
  write_downs: Money.describe('Of the period, less what was written up.'),
  depreciation_disposed: Money.describe('Accumulated depreciation of what left in the period.'),
  depreciation_closing: Money,
  book_value_opening: Money,
  book_value_closing: Money,
};
type Sums = Record<keyof typeof sums, bigint>;
const names = Object.keys(sums) as readonly (keyof Sums)[];

const assetsMax = 5_000;

export const getAssetRegister = operation({
  name: 'get_asset_register',
  summary: 'Get the fixed asset register: cost, depreciation and book values of a period.',
  guidance:
    'Opening, additions, disposals and closing by class and asset. `accounts` compares with the ledger: a difference ' +
    'is what stands on an account and is not registered. Default: this fiscal year.',
  http: 'GET /reports/asset-register',
  effect: 'read',
  permission: 'reports:read',
  mcp: 'action',
  cost: 4,
  input: z.strictObject(rangeInput),
  output: z.object({
    period: z.object({ from: Day, to: Day }),
    currency: z.string(),
    classes: z.array(z.object({ class: z.enum(assetClasses), ...sums })),
    assets: z
      .array(z.object({ asset_id: Id('asset'), name: z.string(), class: z.enum(assetClasses), ...sums }))
      .max(assetsMax)
      .describe('By class and name.'),
    totals: z.object(sums),
    accounts: z.array(
      z.object({
        account_id: Id('account'),
        code: z.string(),
        name: z.string(),
        registered: Money.describe('Cost less depreciation credited to it, by the register.'),
        balance: Money.describe('Balance in the ledger on the last day.'),
        difference: Money,
      }),
    ),
  }),
  refuses: [validationFailed],
  async run(context, input) {
    const isAsked = Object.values(input).some((value) => value !== undefined);
    const { current: period } = await rangeOf(context, isAsked ? input : { period: 'this_fiscal_year' });
    const [rows, accounts] = await Promise.all([moved(context, period), held(context, period.to)]);
    if (rows.length > assetsMax) throw fault('/from', 'too_many', `Ask for a period of at most ${assetsMax} assets.`);
    const currency = baseCurrency(context);
    const classes = assetClasses.flatMap((name) => {
      const own = rows.filter((row) => row.class === name);
      return own.length === 0 ? [] : [{ class: name, ...told(added(own), currency) }];
    });
    return {
      period,
      currency,
      classes,
      assets: rows.map((row) => ({ asset_id: row.id, name: row.name, class: row.class, ...told(row, currency) })),
      totals: told(added(rows), currency),
      accounts: accounts.map(({ registered, balance, ...account }) => ({
        ...account,
        registered: money(registered, currency),
        balance: money(balance, currency),
        difference: money(balance - registered, currency),
      })),
    };
  },
});

type Span = { readonly from: CoreDay; readonly to: CoreDay };

type Row = Sums & { readonly id: string; readonly name: string; readonly class: (typeof assetClasses)[number] };

/** Each asset that was in the books at the start, at the end, or left between. */
async function moved({ db, organization }: Context, { from, to }: Span): Promise<Row[]> {
  const before = addDays(from, -1);
  const stands = (day: CoreDay) => sql`(asset.acquired_on <= ${day}
    and (asset.voided_on is null or asset.voided_on > ${day})
    and (asset.disposed_on is null or asset.disposed_on > ${day}))`;
  return db.many<Row>(sql`
    with facts as (
      select asset.id, asset.name, asset.class, asset.cost, asset.opening_depreciation as opening,
        ${stands(before)} as began, ${stands(to)} as ends,
        coalesce(asset.disposed_on between ${from} and ${to}, false)
          and (asset.voided_on is null or asset.voided_on > ${to}) as left_then,
        coalesce(sum(part.amount) filter (where part.posted_on <= ${before}), 0)::bigint as earlier,
        coalesce(sum(part.amount) filter (where part.posted_on <= ${to}), 0)::bigint as later,
        coalesce(sum(part.amount) filter (where part.posted_on between ${from} and ${to}
          and part.kind <> 'depreciation'), 0)::bigint as changed
      from assets as asset
      left join asset_depreciations as part on part.organization_id = asset.organization_id
        and part.asset_id = asset.id and part.posted_on is not null
      where asset.organization_id = ${organization} and asset.acquired_on <= ${to}
      group by asset.organization_id, asset.id
    ), sides as (
      select *, case when began then cost else 0 end as cost_opening,
        case when ends then cost else 0 end as cost_closing,
        case when left_then then cost else 0 end as disposals,
        case when began then opening + earlier else 0 end as depreciation_opening,
        case when ends then opening + later else 0 end as depreciation_closing,
        case when left_then then opening + later else 0 end as depreciation_disposed,
        case when ends or left_then then changed else 0 end as write_downs
      from facts where began or ends or left_then
    )
    select id, name, class, cost_opening, cost_closing, disposals, depreciation_opening, depreciation_closing,
      depreciation_disposed, write_downs, cost_closing - cost_opening + disposals as additions,
      depreciation_closing - depreciation_opening + depreciation_disposed - write_downs as depreciation,
      cost_opening - depreciation_opening as book_value_opening,
      cost_closing - depreciation_closing as book_value_closing
    from sides order by class, name, id`);
}

type Held = {
  readonly account_id: string;
  readonly code: string;
  readonly name: string;
  readonly registered: bigint;
  readonly balance: bigint;
};

/** Register total and ledger balance of each fixed asset account on a day. */
async function held(context: Context, day: CoreDay): Promise<Held[]> {
  const { db, organization } = context;
  const [rows, balances] = await Promise.all([
    db.many<{ account_id: string; amount: bigint }>(sql`
      with standing as (
        select asset.account_id, asset.accumulated_account_id, asset.cost, asset.opening_depreciation + (
            select coalesce(sum(part.amount), 0)::bigint from asset_depreciations as part
            where part.organization_id = ${organization} and part.asset_id = asset.id and part.posted_on <= ${day}
          ) as accumulated
        from assets as asset
        where asset.organization_id = ${organization} and asset.acquired_on <= ${day}
          and (asset.voided_on is null or asset.voided_on > ${day})
          and (asset.disposed_on is null or asset.disposed_on > ${day})
      )
      select side.account_id, sum(side.amount)::bigint as amount from standing cross join lateral (values
        (account_id, cost), (accumulated_account_id, -accumulated)) as side (account_id, amount)
      group by side.account_id`),
    accountBalances(context, { from: day, to: day }),
  ]);
  const registered = new Map(rows.map(({ account_id: id, amount }) => [id, amount]));
  return balances
    .filter(({ type }) => type === 'fixed_asset')
    .map(({ id, code, name, opening, debit, credit }) => ({
      account_id: id,
      code,
      name,
      registered: registered.get(id) ?? 0n,
      balance: opening + debit - credit,
    }))
    .filter(({ registered: amount, balance }) => amount !== 0n || balance !== 0n);
}

function added(rows: readonly Sums[]): Sums {
  const total = Object.fromEntries(names.map((name) => [name, rows.reduce((sum, row) => sum + row[name], 0n)]));
  // Every name has just been added up.
  return total as Sums;
}

function told(row: Sums, currency: string): Record<keyof Sums, CoreMoney> {
  const amounts = Object.fromEntries(names.map((name) => [name, money(row[name], currency)]));
  // The same names.
  return amounts as Record<keyof Sums, CoreMoney>;
}
