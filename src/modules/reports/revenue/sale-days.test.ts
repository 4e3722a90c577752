/** Revenue by period reads sums that are kept by day: they are what the sales themselves come to, and cost no more. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { costOf, pagesOf } from '../../../../test/support/buffers.ts';
import { asOwner } from '../../../../test/support/database.ts';
import { type Dice, diceOf } from '../../../../test/support/dice.ts';
import { longTest } from '../../../../test/support/dose.ts';
import { type Shop, shopOf } from '../../../../test/support/sales-shop.ts';
import { seed } from '../../../../test/support/seed.ts';
import { createWorld, type Wire } from '../../../../test/support/world.ts';
import { addDays, type Day } from '../../../core/calendar.ts';
import type { Period } from '../../../core/period.ts';
import type { Actor } from '../../../operation/actor.ts';
import { BusinessError } from '../../../operation/errors.ts';
import type { ReportRange } from '../period-input.ts';
import { type RevenueCell, revenueCells } from './revenue-facts.ts';

const world = await createWorld();
const organizationOf = (who: Actor): string => who.organization?.id ?? '';

function daysIn({ from, to }: Period): Day[] {
  const days: Day[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day);
  return days;
}

/** Every day of two years, some of them once as themselves and once as what others are compared with. */
function everyDay(): ReportRange {
  const current = { from: '2025-01-01', to: '2026-06-30' };
  const compared = { from: '2024-06-01', to: '2025-12-31' };
  const alone = (period: Period) => daysIn(period).map((day) => ({ from: day, to: day }));
  const intervals = alone(current).map((day) => ({
    ...day,
    label: day.from,
    is_partial: false,
    state: 'past' as const,
  }));
  return { current, intervals, compared, comparedIntervals: [], comparedPieces: alone(compared) };
}

type Sums = Omit<RevenueCell, 'kind' | 'key' | 'groups'>;

/** By period they come from the sums of days; by location from the sales, each of which has one. */
async function sumsOf(who: Actor, group: 'period' | 'location', range = everyDay()): Promise<Sums[]> {
  const organization = organizationOf(who);
  const cells = await world.db.transaction({ organization, readOnly: true }, (db) =>
    revenueCells({ db, organization }, { group, range, filter: {}, groupsMax: 0 }),
  );
  return cells
    .map(({ kind: _kind, key: _key, groups: _groups, ...sums }) => sums)
    .filter(({ is_compared: _isCompared, bucket: _bucket, ...sums }) => Object.values(sums).some((one) => one !== 0n))
    .toSorted((a, b) => Number(a.is_compared) - Number(b.is_compared) || a.bucket - b.bucket);
}

type Business = {
  readonly who: Actor;
  readonly shop: Shop;
  readonly dice: Dice;
  readonly clients: Wire[];
  readonly goods: readonly Wire[];
  readonly taxes: readonly string[];
  readonly drafts: Wire[];
  readonly sold: Wire[];
  readonly returned: Wire[];
};

type Deed = (business: Business, today: Day) => Promise<unknown>;

/** Chance asks for much that cannot be. */
function unlessRefused(error: unknown): undefined {
  if (error instanceof BusinessError) return undefined;
  throw error;
}

function lineOf({ dice, goods, taxes }: Business): object {
  const tax_rate_ids = dice.below(3) === 0 ? [] : [dice.one(taxes)];
  const discount = dice.below(3) === 0 ? { discount: { type: 'percent', value: '12.5' } } : {};
  if (dice.below(2) === 0) return { variant_id: dice.one(goods).id, quantity: '2', tax_rate_ids, ...discount };
  return { name: 'Work', quantity: '1', unit_price: dice.amount(20_000), tax_rate_ids, ...discount };
}

const draft: Deed = async (business, today) => {
  const { who, dice, clients, taxes, drafts } = business;
  const charges = [{ kind: 'shipping', amount: dice.amount(900), tax_rate_ids: taxes.slice(0, 1) }];
  const discounts = [{ type: dice.one(['percent', 'amount']), value: dice.one(['7', '0.01', '100']) }];
  const input = {
    client_id: dice.one(clients).id,
    sale_date: dice.below(3) === 0 ? addDays(today, -dice.below(90)) : today,
    lines: Array.from({ length: 1 + dice.below(3) }, () => lineOf(business)),
    prices_include_tax: dice.below(2) === 0,
    ...(dice.below(2) === 0 ? { charges } : {}),
    ...(dice.below(3) === 0 ? { discounts } : {}),
    ...(dice.below(4) === 0 ? { currency: 'USD', exchange_rate: '0.9137' } : {}),
  };
  const made = await world.call('create_sale', input, { as: who }).catch(unlessRefused);
  if (made !== undefined) drafts.push(made);
};

const sell: Deed = async (business, today) => {
  const { shop, dice, drafts, sold } = business;
  if (dice.below(2) === 0 || drafts.length === 0) await draft(business, today);
  const [chosen] = drafts.splice(dice.below(Math.max(drafts.length, 1)), 1);
  if (chosen === undefined) return;
  const made = await shop.keyed('confirm_sale', { id: chosen.id }).catch(unlessRefused);
  if (made !== undefined) sold.push(made);
};

const change: Deed = async ({ who, dice, drafts }, today) => {
  const place = dice.below(Math.max(drafts.length, 1));
  const chosen = drafts[place];
  if (chosen === undefined) return;
  if (dice.below(3) === 0) {
    drafts.splice(place, 1);
    await world.call('delete_sale', { id: chosen.id }, { as: who });
  } else {
    await world.call('update_sale', { id: chosen.id, sale_date: today, notes: 'Later.' }, { as: who });
  }
};

const giveNothing: Deed = async ({ who, clients, sold }) => {
  const lines = [{ name: 'Sample', quantity: '1', unit_price: '0' }];
  sold.push(await world.call('create_sale', { client_id: clients[0].id, lines, confirm: true }, { as: who }));
};

const takeBack: Deed = async ({ shop, dice, sold, returned }, today) => {
  if (sold.length === 0) return;
  const sale = dice.one(sold);
  const part = dice.below(2) === 0 ? { lines: [{ line_id: sale.lines[0].id, quantity: '1' }] } : {};
  const day = dice.below(3) === 0 ? { return_date: addDays(today, -dice.below(20)) } : {};
  const made = await shop.keyed('return_sale', { id: sale.id, ...part, ...day }).catch(unlessRefused);
  if (made !== undefined) returned.push(made);
};

const voidOne: Deed = async ({ shop, dice, sold, returned }, today) => {
  const among = dice.below(3) === 0 ? returned : sold;
  const [chosen] = among.splice(dice.below(Math.max(among.length, 1)), 1);
  if (chosen === undefined) return;
  const day = dice.below(3) === 0 ? { date: addDays(today, -dice.below(9)) } : {};
  await shop.keyed('void_sale', { id: chosen.id, reason: 'Wrong.', ...day }).catch(unlessRefused);
};

const pay: Deed = async ({ shop, dice, sold }) => {
  if (sold.length > 0) await shop.pay(dice.one(sold)).catch(unlessRefused);
};

const askDeposit: Deed = async ({ shop, dice, clients }) => {
  const lines = [{ name: 'Half', quantity: '1', unit_price: dice.amount(9_000) }];
  const asked = { type: 'deposit_invoice', client_id: dice.one(clients).id, lines, issue: true };
  await shop.keyed('create_document', asked);
};

const invoiceAnew: Deed = async ({ shop, dice, clients }) => {
  const lines = (price: string) => [{ name: 'Roof', quantity: '1', unit_price: price }];
  const asked = { type: 'invoice', client_id: dice.one(clients).id, lines: lines('80.00'), issue: true };
  const { id } = await shop.keyed('create_document', asked);
  if (dice.below(2) === 0) await shop.keyed('credit_document', { id });
  else await shop.keyed('correct_invoice', { id, correction_reason: 'Dearer.', lines: lines(dice.amount(9_000)) });
};

/** Goods that were sold before they were there get their cost now. */
const costLater: Deed = ({ shop, dice, goods }) => shop.receive(dice.one(goods), '10', dice.amount(1_500));

const merge: Deed = async ({ shop, clients }) => {
  const from = await shop.client();
  await shop.sold('12.34', { client_id: from.id });
  await shop.keyed('merge_client', { id: from.id, into_id: clients[0].id });
};

const often = [sell, sell, sell, draft, takeBack, voidOne, pay];
const deeds: readonly Deed[] = [...often, ...often, change, giveNothing, askDeposit, invoiceAnew, costLater, merge];

test('at any time the sums of each day are what its sales, returns and voids come to', longTest, async () => {
  world.setNow('2025-03-01T12:00:00Z');
  const dice = diceOf(seed);
  const who = await world.found('Days');
  const shop = shopOf(world, who);
  const goods = [
    await shop.product({ price: '19.99', negative_stock: 'allow' }),
    await shop.product({ price: '3.33', negative_stock: 'allow' }),
  ];
  const business: Business = {
    who,
    shop,
    dice,
    goods,
    clients: [await shop.client(), await shop.client()],
    taxes: [await shop.tax('21'), await shop.tax('9.5')],
    drafts: [],
    sold: [],
    returned: [],
  };
  let [today, compared] = ['2025-03-01', 0];
  for (let step = 0; step < 160; step += 1) {
    if (dice.below(2) === 0) today = addDays(today, 1 + dice.below(5));
    world.setNow(`${today}T12:00:00Z`);
    await dice.one(deeds)(business, today);
    if (dice.below(8) > 0 && step < 159) continue;
    assert.deepEqual(await sumsOf(who, 'period'), await sumsOf(who, 'location'), `step ${step}`);
    compared += 1;
  }
  const sums = await sumsOf(who, 'period');
  assert.ok(compared > 10 && sums.length > 50, `control: ${sums.length} days, ${compared} times`);
  for (const name of ['gross', 'discounts', 'returns', 'charges', 'tax', 'cost'] as const) {
    assert.ok(sums.filter((one) => one[name] > 0n).length > 3, `control: ${name}`);
  }
  assert.ok(
    sums.some(({ sales, returns }) => sales < 0n && returns > 0n),
    'control: a day with more voids than sales',
  );
  const { ok, checks } = await world.call('check_books', {}, { as: who });
  assert.ok(ok, JSON.stringify(checks.filter((check: Wire) => !check.ok)));
});

test('paying a sale or describing it does not touch what is kept of its day', async () => {
  const who = await world.found('Paid');
  const shop = shopOf(world, who);
  const version = () =>
    asOwner(world.database.ownerUrl, async (client) => {
      const query = 'select xmin::text, sales::text, gross::text from sale_days where organization_id = $1';
      return (await client.query<Record<string, string>>(query, [organizationOf(who)])).rows;
    });
  const sale = await shop.sold('10.00');
  const kept = await version();
  assert.deepEqual([kept.length, kept[0]?.['sales'], kept[0]?.['gross']], [1, '1', '1000']);
  await shop.pay(sale, { amount: '4.00' });
  await world.call('update_sale', { id: sale.id, notes: 'By the door.' }, { as: who });
  assert.deepEqual(await version(), kept);
  await shop.sold('1.00');
  assert.notDeepEqual(await version(), kept, 'control: another sale is added');
});

/** Each sale so many times more on its day, as many statements as there are times. */
async function sellAgain(who: Actor, times: number): Promise<void> {
  await asOwner(world.database.ownerUrl, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `select column_name as name from information_schema.columns
       where table_schema = 'public' and table_name = 'sales' and is_generated = 'NEVER' order by ordinal_position`,
    );
    const names = rows.map(({ name }) => name);
    const own: Readonly<Record<string, string>> = { id: 'gen_random_uuid()', number: `number || '-' || $2::int` };
    await client.query('create temporary table once as select * from sales where organization_id = $1', [
      organizationOf(who),
    ]);
    for (let time = 1; time <= times; time += 1) {
      await client.query(
        `insert into sales (${names.join(', ')})
         select ${names.map((name) => own[name] ?? name).join(', ')} from once where organization_id = $1`,
        [organizationOf(who), time],
      );
    }
    // Without what so many changes of a row in one transaction leave behind.
    await client.query('vacuum (full, analyze) sales, sale_days');
  });
}

test('revenue by period reads no more pages with ten times the sales in the same days', longTest, async () => {
  const who = await world.found('Busy');
  const shop = shopOf(world, who);
  const days = 28;
  for (let day = 1; day <= days; day += 1) {
    world.setNow(`2026-02-${String(day).padStart(2, '0')}T12:00:00Z`);
    for (let sale = 0; sale < 4; sale += 1) await shop.sold('10.00');
  }
  const asked = { from: '2026-01-01', to: '2026-02-28', compare: 'previous_year', interval: 'week' };
  const pages = async (group_by: string) => {
    const costs = await costOf(world.runtime, { name: 'get_revenue', input: { ...asked, group_by }, as: who });
    return pagesOf(costs.filter(({ text }) => /sale_days|report_sales/.test(text)));
  };
  await sellAgain(who, 0);
  const [before, salesBefore] = [await pages('period'), await pages('client')];
  await sellAgain(who, 9);
  const [after, salesAfter] = [await pages('period'), await pages('client')];
  // Of so few rows PostgreSQL reads the whole table, or each of them by its index, as it pleases.
  const most = days + 10;
  assert.ok(Math.max(before, after) <= most, `${before} pages, then ${after}`);
  assert.ok(salesAfter > 3 * Math.max(salesBefore, most), `control: by client ${salesBefore}, then ${salesAfter}`);
  const { totals } = await world.call('get_revenue', asked, { as: who });
  assert.deepEqual([totals.sales, totals.net.amount], [1_120, '11200.00']);
  assert.deepEqual(await sumsOf(who, 'period'), await sumsOf(who, 'location'));
});
