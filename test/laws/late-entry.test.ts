/** A bookkeeper enters everything months late: whatever is posted lies on a day that was sent, or follows from one. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { catalogue } from '../../src/catalogue.ts';
import type { Operation } from '../../src/operation/operation.ts';
import { dose } from '../support/dose.ts';
import { choicesOf, isSchema, type Schema, wireSchemaOf } from '../support/id-fields.ts';
import { sampleOf } from '../support/samples.ts';
import type { Make } from '../support/samples/make.ts';
import type { Shop } from '../support/shop/fill.ts';
import { createWorld, operationNamed, type Wire } from '../support/world.ts';
import { openCounts, shopIn } from './late-shop.ts';

/** Days of the event, of the field that is sent, and of the entry. */
const [before, said, entered] = ['2026-03-10', '2026-05-11', '2026-11-20'];

const world = await createWorld();
const on = (day: string) => world.setNow(`${day}T12:00:00Z`);
on(before);
const who = await world.found('Late');
const shop = await shopIn(world, who);
const countsOn = await openCounts(world, who);
const posting = catalogue.filter(({ posts }) => posts === true);

/** Columns that are no day of a deed: nothing is counted by them. */
const noDeeds: Readonly<Record<string, string>> = {
  'documents.issue_date': 'A paper that goes out today is dated today; what it posts is of its sale.',
  'sales.due_date': 'Terms count from the day of the invoice, which goes out today.',
  'sales.next_due_date': 'Terms count from the day of the invoice, which goes out today.',
};

/** Operations that are not tried here, and why. */
const excused: Readonly<Record<string, string>> = {
  change_costing_method:
    'It counts from the start of a fiscal year, which never is the day of the entry; the test of layers says which.',
};

/**
 * Days that are no day of a deed: until when something is paid or valid, those that a statement tells of, and the day
 * by which a bank line is found.
 */
const terms: ReadonlySet<string> = new Set(['due_date', 'valid_until', 'expected_on', 'issue_at', 'from', 'to', 'day']);

/** Input beyond the sample, so that it posts something. */
const more: Readonly<Record<string, object>> = {
  create_sale: { confirm: true },
  create_expense: { post: true, paid_on: undefined },
  create_journal_entry: { post: true },
  create_stock_transfer: { send: true },
  // It is reversed after its own day.
  create_accrual: { reverse_on: '2026-06-01' },
};

const line = (unit_price: string) => [{ name: 'Kitchen', quantity: '1', unit_price, tax_rate_ids: [] }];

/** A client with a deposit that is partly paid, in March. */
async function withDeposit({ call, fresh, ids }: Shop): Promise<Wire> {
  const client = await call('create_client', { type: 'business', display_name: fresh('client') });
  const quote = await call('create_document', { type: 'quote', client_id: client.id, lines: line('300') });
  await call('issue_document', { id: quote.id });
  await call('accept_document', { id: quote.id });
  const deposit = await call('create_document', {
    type: 'deposit_invoice',
    deposit_for_id: quote.id,
    deposit_percent: '30',
    issue: true,
  });
  await call('pay_sale', { id: deposit.sale_id, amount: '50.00', method_id: ids['pm'] });
  return { client_id: client.id, quote, deposit };
}

/** Calls that set off more than the sample of their operation does. */
const cases: readonly { readonly name: string; readonly what: string; readonly make: Make }[] = [
  {
    name: 'create_document',
    what: 'takes a deposit off',
    make: async (hands) => {
      const { client_id, deposit } = await withDeposit(hands);
      return { type: 'invoice', client_id, deposit_ids: [deposit.id], lines: line('300'), issue: true };
    },
  },
  {
    name: 'convert_document',
    what: 'takes a deposit off',
    make: async (hands) => ({ id: (await withDeposit(hands)).quote.id, issue: true }),
  },
  {
    name: 'issue_document',
    what: 'takes a deposit off',
    make: async (hands) => {
      const { client_id, deposit } = await withDeposit(hands);
      const input = { type: 'invoice', client_id, deposit_ids: [deposit.id], lines: line('300') };
      return { id: (await hands.call('create_document', input)).id };
    },
  },
  {
    name: 'apply_client_credit',
    what: 'settles what is owed, without a date',
    make: async (hands) => {
      const { id: client_id } = await hands.call('create_client', { type: 'business', display_name: hands.fresh('c') });
      const money = { client_id, amount: '9.00', method_id: hands.ids['pm'], auto_allocate: 'none' };
      const { id } = await hands.call('create_payment', money);
      await hands.call('create_sale', { client_id, lines: line('5'), confirm: true });
      return { id, date: undefined };
    },
  },
  {
    name: 'apply_supplier_credit',
    what: 'pays what is owed, without a date',
    make: async (hands) => {
      const supplier = { type: 'business', display_name: hands.fresh('supplier'), roles: ['supplier'] };
      const { id: supplier_id } = await hands.call('create_client', supplier);
      const money = { supplier_id, amount: '9.00', method_id: hands.ids['pm'], keep_credit: true };
      const { id } = await hands.call('create_supplier_payment', money);
      const lines = [{ category_id: hands.ids['xcat'], amount: '5.00' }];
      await hands.call('create_expense', { supplier_id, lines, post: true });
      return { id, date: undefined };
    },
  },
  {
    name: 'create_payment',
    what: 'settles a debt that was given up',
    make: async (hands) => {
      const { id: client_id } = await hands.call('create_client', { type: 'business', display_name: hands.fresh('c') });
      const sale = await hands.call('create_sale', { client_id, lines: line('5'), confirm: true });
      await hands.call('write_off_sale', { id: sale.id, reason: 'Gone.' });
      return { amount: '5.00', method_id: hands.ids['pm'], allocations: [{ sale_id: sale.id, amount: '5.00' }] };
    },
  },
  {
    name: 'return_sale',
    what: 'leaves credit',
    make: async ({ call, ids }) => {
      const sale = await call('create_sale', { client_id: ids['client'], lines: line('5'), confirm: true });
      await call('pay_sale', { id: sale.id, method_id: ids['pm'] });
      return { id: sale.id };
    },
  },
  {
    name: 'create_stock_movement',
    what: 'says what goods cost that had left',
    make: async ({ call, fresh }) => {
      const { variants } = await call('create_product', { name: fresh('good'), price: '1.00', standard_cost: '2.00' });
      const [{ id: variant_id }] = variants;
      await call('update_variant', { id: variant_id, negative_stock: 'allow' });
      await call('create_sale', {
        lines: [{ variant_id, quantity: '2' }],
        confirm: true,
        client_id: shop.ids['client'],
      });
      return { type: 'purchase_receipt', variant_id, quantity: '5', unit_cost: '3.00', effective_date: '2026-03-01' };
    },
  },
  {
    name: 'run_schedules',
    what: 'posts months that have ended',
    make: async ({ call, fresh }) => {
      const months = { from: '2026-04-01', to: '2026-06-30' };
      await call('create_schedule', { description: fresh('rent'), account_code: '6700', amount: '90.00', ...months });
      return {};
    },
  },
  {
    name: 'run_depreciation',
    what: 'posts months that have ended',
    make: async ({ call, fresh }) => {
      await call('create_asset', { name: fresh('lathe'), account_code: '1500', cost: '120.00', life_months: 12 });
      return {};
    },
  },
  {
    name: 'void_asset',
    what: 'moves its cost back',
    make: async ({ call, fresh }) => {
      const [{ id: from_account_id }] = (await call('list_accounts', { code: '6700' })).data;
      const lathe = { name: fresh('lathe'), account_code: '1500', cost: '120.00', life_months: 12 };
      return { id: (await call('create_asset', { ...lathe, from_account_id })).id };
    },
  },
  ...(['revalue_currency', 'void_revaluation'] as const).map((name) => ({
    name,
    what: 'values what is owed in dollars',
    make: async ({ call, fresh }: Shop) => {
      const client = await call('create_client', { type: 'business', display_name: fresh('client') });
      // What is voided was revalued before the day of the event.
      const [sale_date, date] =
        name === 'revalue_currency' ? ['2026-03-10', '2026-04-30'] : ['2026-02-10', '2026-02-28'];
      const sold = { sale_date, client_id: client.id, lines: line('300'), currency: 'USD', exchange_rate: '0.9' };
      await call('create_sale', { ...sold, confirm: true });
      const rates = ['USD', 'GBP', 'CHF'].map((currency) => ({ currency, rate: '0.95' }));
      const input = { date, rates };
      return name === 'revalue_currency' ? input : { id: (await call('revalue_currency', input)).id };
    },
  })),
  {
    name: 'create_stock_count',
    what: 'finds less than there should be',
    make: async ({ call, fresh }) => {
      const { variants } = await call('create_product', { name: fresh('good'), price: '1.00' });
      const [{ id: variant_id }] = variants;
      await call('create_stock_movement', { type: 'opening', variant_id, quantity: '2', unit_cost: '0.50' });
      return { lines: [{ variant_id, expected_on_hand: '2', counted: '1' }] };
    },
  },
];

/** Every day that an operation takes, so far as the input says none. */
function dated(operation: Operation, input: object): object {
  const { properties } = wireSchemaOf(operation.input);
  const days = Object.entries(isSchema(properties) ? properties : {}).filter(
    ([name, schema]) => isSchema(schema) && takesDay(schema) && !terms.has(name),
  );
  return { ...Object.fromEntries(days.map(([name]) => [name, said])), ...input };
}

function takesDay(schema: Schema): boolean {
  return schema['format'] === 'date' || choicesOf(schema).some(takesDay);
}

type Found = { readonly places: string[]; readonly posted: number };

/** Rows dated on the day of the entry by a call on that day, and the number of all its postings. */
async function leftBy(name: string, input: object): Promise<Found> {
  const had = await countsOn(entered);
  on(entered);
  try {
    await shop.call(name, input);
  } finally {
    on(before);
  }
  const has = await countsOn(entered);
  const places = [...has.rows].flatMap(([place, count]) => (count === had.rows.get(place) ? [] : [place]));
  return { places: places.filter((place) => noDeeds[place] === undefined), posted: has.posted - had.posted };
}

for (const operation of dose(posting.filter(({ name }) => excused[name] === undefined))) {
  const { name } = operation;
  test(`${name} leaves nothing on the day of the entry`, async () => {
    const { input } = await sampleOf(shop, operation);
    const { places, posted } = await leftBy(name, dated(operation, { ...input, ...more[name] }));
    assert.deepEqual(places, []);
    const isTried = posted > 0 || cases.some((one) => one.name === name);
    assert.ok(isTried, `the sample of ${name} posts nothing: write a case that does`);
  });
}

for (const { name, what, make } of dose(cases)) {
  test(`${name} that ${what} leaves nothing on the day of the entry`, async () => {
    const { caller } = await sampleOf(shop, operationNamed(name));
    const input = await make(shop, caller);
    const { places, posted } = await leftBy(name, dated(operationNamed(name), input));
    assert.deepEqual(places, []);
    assert.ok(posted > 0, 'it posts nothing');
  });
}

test('control: a payment without a day is found on the day of the entry, wherever it is kept', async () => {
  const { input } = await sampleOf(shop, operationNamed('pay_sale'));
  const { places } = await leftBy('pay_sale', input);
  for (const place of ['journal_entries.entry_date', 'allocations.allocated_on', 'payments.payment_date']) {
    assert.ok(places.includes(place), place);
  }
});

test('every reason not to try an operation, and every column that is no deed, is of one that there is', async () => {
  const names = new Set(posting.map(({ name }) => name));
  const unknown = [...Object.keys(excused), ...Object.keys(more), ...cases.map(({ name }) => name)];
  assert.deepEqual(
    unknown.filter((name) => !names.has(name)),
    [],
  );
  const { rows: places } = await countsOn(entered);
  assert.deepEqual(
    Object.keys(noDeeds).filter((place) => !places.has(place)),
    [],
  );
});
