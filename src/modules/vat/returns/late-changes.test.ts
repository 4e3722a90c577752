/**
 * A draft looks at earlier days only where something has happened since they were declared. Whatever happened, it says
 * the same as if it had looked at all of them.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Client } from 'pg';
import { asOwner } from '../../../../test/support/database.ts';
import { type Dice, diceOf } from '../../../../test/support/dice.ts';
import { isComplete } from '../../../../test/support/dose.ts';
import { seed } from '../../../../test/support/seed.ts';
import { createVatFixture } from '../../../../test/support/vat-fixture.ts';
import { createWorld, type Wire } from '../../../../test/support/world.ts';
import { BusinessError } from '../../../operation/errors.ts';
import { draftsComplete } from '../checks/drafts-complete.ts';

const world = await createWorld();
const vat = createVatFixture(world);
const months = 8;
const [steps, businesses] = isComplete ? [80, 2] : [40, 1];

const firstOf = (month: number) => `2026-${String(month).padStart(2, '0')}-01`;
const dayOf = (dice: Dice, through: number) =>
  `${firstOf(1 + dice.below(through)).slice(0, 8)}${String(1 + dice.below(28)).padStart(2, '0')}`;

/** Drafts that say something else than they would if they had looked at all days. */
async function wrongDrafts(organization: string): Promise<string[]> {
  const { text, values } = draftsComplete.query(organization);
  return asScoped(organization, async (owner) => {
    const { rows } = await owner.query({ text, values: [...values] });
    return rows.filter(({ wrong }) => wrong).map(({ name }) => name);
  });
}

function asScoped<Result>(organization: string, work: (owner: Client) => Promise<Result>): Promise<Result> {
  return asOwner(world.database.ownerUrl, async (owner) => {
    await owner.query(`select set_config('daybook.organization', $1, false)`, [organization]);
    return work(owner);
  });
}

for (let business = 0; business < businesses; business += 1) {
  test(`drafts of VAT returns miss nothing that came late (seed ${seed + business})`, async () => {
    const dice = diceOf(seed + business);
    const shop = await vat({ country: 'DE', period: 'month', starts_on: firstOf(1) });
    const organization = shop.as.organization?.id ?? '';
    world.setNow('2026-12-10T12:00:00Z');
    const goods = [await shop.rate('19'), await shop.rate('7'), await shop.rate('0', { category: 'E' })];
    const abroad = await shop.rate('0', { category: 'K' });
    const bought = await shop.reverse('19', 'AE');
    const [sales, expenses, filed]: [Wire[], Wire[], Wire[]] = [[], [], []];
    const rates = () => (dice.below(4) === 0 ? [] : [dice.one(goods)]);
    const sell = async (more: object = {}) => {
      const lines = Array.from({ length: 1 + dice.below(3) }, (_, index) => ({
        name: `Item ${index}`,
        quantity: '1',
        unit_price: dice.amount(50_000),
        tax_rate_ids: rates(),
      }));
      const client_id = (await shop.shop.client()).id;
      const sale = { client_id, lines, prices_include_tax: false, sale_date: dayOf(dice, months), confirm: true };
      sales.push(await shop.keyed('create_sale', { ...sale, ...more }));
    };
    const deeds: readonly (() => Promise<unknown>)[] = [
      sell,
      sell,
      async () => sell({ discounts: [{ type: 'percent', value: '100', applies: 'after_tax' }] }),
      async () => sales.push(await shop.sell([[dice.amount(9_000), abroad]], dayOf(dice, months), 'FR')),
      async () => expenses.push(await shop.buy([[dice.amount(9_000), dice.one(goods)]], dayOf(dice, months))),
      async () => expenses.push(await shop.buy([[dice.amount(9_000), bought]], dayOf(dice, months))),
      async () => shop.keyed('void_sale', { id: dice.one(sales).id, date: dayOf(dice, months) }),
      async () => shop.keyed('void_expense', { id: dice.one(expenses).id, date: dayOf(dice, months) }),
      async () => shop.keyed('return_sale', { id: dice.one(sales).id, return_date: dayOf(dice, months) }),
      async () => shop.call('set_document_tax_code', { id: dice.one(sales).id, tax_rate_id: abroad, nature: 'KS' }),
      async () => shop.rate('16'),
      async () => filed.push(await shop.file(dice.one(await drafts()), '2026-12-05')),
      async () => filed.push(await shop.file(dice.one(await drafts()), '2026-12-05')),
      async () => shop.keyed('correct_vat_return', { id: dice.one(filed).id }),
    ];
    const drafts = async (): Promise<Wire[]> => (await shop.call('list_vat_returns', { status: ['draft'] })).data;
    let done = 0;
    for (let step = 0; step < steps; step += 1) {
      if ((await drafts()).length === 0) await shop.draft().catch(passOver);
      done += await dice
        .one(deeds)()
        .then(() => 1, passOver);
      // Filing closes the period; here it is opened again at once.
      await shop.call('set_period_locks', { tax: null });
      assert.deepEqual(await wrongDrafts(organization), [], `step ${step}`);
    }
    assert.ok(done > steps / 2 && filed.length > 2, `control: ${done} of ${steps} steps, ${filed.length} filed`);
    await shop.sound();
  });
}

/** Some of what chance asks for is refused, as what is void cannot be voided. */
function passOver(error: unknown): number {
  if (error instanceof BusinessError || error instanceof RangeError) return 0;
  throw error;
}

test('what a corrected return declared late is declared by its correction', async () => {
  const shop = await vat({ country: 'DE', period: 'month', starts_on: firstOf(1) });
  const january = await shop.file(await shop.draft(), '2026-06-01');
  await shop.call('set_period_locks', { tax: null });
  await shop.sell([['100.00', await shop.rate('19')]], '2026-01-15');
  const february = await shop.file(await shop.draft(), '2026-06-01');
  assert.deepEqual([february.due, february.late_count], ['19.00', 1]);
  // Nothing has happened since this one, which leaves the sale to the return that has it.
  const again = await shop.file(await shop.keyed('correct_vat_return', { id: january.id }), '2026-06-01');
  assert.equal(again.due, '0.00');
  const corrected = await shop.keyed('correct_vat_return', { id: february.id });
  assert.deepEqual([corrected.due, corrected.late_count], ['19.00', 1]);
});

test('taxes that count otherwise since are declared anew', async () => {
  const shop = await vat({ country: 'DE', period: 'month', starts_on: firstOf(1) });
  const owed = await shop.call('create_account', { code: '2290', name: 'City tax', type: 'other_current_liability' });
  const rate = await shop.rate('10', { payable_account_id: owed.id });
  await shop.sell([['100.00', rate]], '2026-01-15');
  const january = await shop.file(await shop.draft(), '2026-06-01');
  assert.equal(january.ledger_tax, '10.00');
  await shop.call('update_tax_rate', { id: rate, payable_account_id: null });
  assert.equal((await shop.draft()).ledger_tax, '-10.00');
  assert.deepEqual(await wrongDrafts(shop.as.organization?.id ?? ''), []);
});

test('a draft looks at its own period, however many were declared before', async () => {
  const shop = await vat({ country: 'DE', period: 'month', starts_on: firstOf(1) });
  const organization = shop.as.organization?.id ?? '';
  world.setNow('2026-12-10T12:00:00Z');
  const rate = await shop.rate('19');
  const client_id = (await shop.shop.client()).id;
  const looked: (readonly [changes: number, all: number])[] = [];
  for (let month = 1; month <= 3; month += 1) {
    for (let sale = 0; sale < 5; sale += 1) await shop.sell([['10.00', rate]], firstOf(month), 'DE', { client_id });
    const draft = await shop.draft();
    const [changes, all] = await asScoped(organization, async (owner) => {
      const { period_from: from, period_to: to } = draft;
      const { rows } = await owner.query(
        `select (select count(*)::int from vat_changes($1, 'national', $2, $3, null)) as changes,
          (select count(*)::int from vat_all_changes($1, $3, null)) as all`,
        [organization, from, to],
      );
      return [rows[0].changes, rows[0].all] as const;
    });
    looked.push([changes, all]);
    await shop.file(draft, '2026-12-05');
  }
  // Each sale has a fact, and a line once it was declared.
  assert.deepEqual(looked, [
    [5, 5],
    [5, 15],
    [5, 25],
  ]);
});
