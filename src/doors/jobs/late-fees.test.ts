/** Late fees: exact amounts, an invoice of their own, each step once. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { refused } from '../../../test/support/refused.ts';
import { shopOf } from '../../../test/support/sales-shop.ts';
import { tool } from '../../../test/support/tools.ts';
import { createWorld, type Wire } from '../../../test/support/world.ts';
import { remindersRunner } from './reminders-job.ts';

const world = await createWorld();
const runner = remindersRunner({ runtime: () => world.runtime });
const grace = [
  { days: 14, amount: '5.00', percent: '1.5' },
  { days: 30, percent: '2.25' },
];

/** An organisation that charges fees as a service of its own, founded on 1 March, and what its people do. */
async function fixture(name: string, fees: object = { enabled: true, steps: grace }) {
  world.setNow('2026-03-01T08:00:00Z');
  const as = await world.found(name, { timezone: 'Europe/Berlin', country: 'DE' });
  const shop = shopOf(world, as);
  const { keyed: call } = shop;
  const account = (await call('list_accounts', { code: '4800' })).data[0].id;
  const { variants } = await call('create_product', {
    name: 'Late fee',
    type: 'service',
    price: '0',
    income_account_id: account,
    tax_rate_ids: [],
  });
  const variant_id = variants[0].id;
  await call('update_reminder_policy', { weekdays: [1, 2, 3, 4, 5, 6, 7], late_fees: { variant_id, ...fees } });
  return {
    as,
    call,
    shop,
    invoiced: async (unit_price: string, due_date: string, more: object = {}): Promise<Wire> => {
      const { id: client_id } = await shop.client();
      const lines = [{ name: 'Hour', quantity: '1', unit_price, tax_rate_ids: [] }];
      return call('create_document', { type: 'invoice', client_id, lines, due_date, issue: true, ...more });
    },
    day: async (date: string): Promise<Wire> => {
      world.setNow(`${date}T11:00:00.000Z`);
      const id = world.runtime.newId();
      const organizationId = as.organization?.id ?? '';
      const job = { id, organizationId, kind: 'send_reminders', payload: {}, attempts: 1, error: null };
      return runner(job, async () => undefined);
    },
    fees: async (document: Wire): Promise<Wire[]> =>
      (await call('list_late_fees', { document_id: document.id, sort: 'charged_at' })).data,
  };
}

test('a fee is charged to the cent on an invoice of its own, each step once, and the books agree', async (context) => {
  const { call, shop, invoiced, day, fees } = await fixture('Cents');
  const invoice = await invoiced('333.33', '2026-03-10');
  const moves = await shop.moves(async () => {
    for (const date of ['2026-03-23', '2026-03-24', '2026-03-24', '2026-03-25']) await day(date);
  });
  // 5.00 and 1.5 % of 333.33, which is 4.99995.
  assert.deepEqual(moves, { '1100': 1000n, '4800': -1000n });
  await Promise.all([day('2026-04-09'), day('2026-04-09'), day('2026-04-09')]);
  const charged = await fees(invoice);
  assert.deepEqual(
    charged.map(({ days, amount, amount_due }) => [days, amount, amount_due]),
    [
      [14, '10.00', '333.33'],
      [30, '7.50', '333.33'],
    ],
    'of what is due, without the fees',
  );
  const fee = await call('get_document', { id: charged[0]?.fee_document_id });
  assert.deepEqual([fee.type, fee.status, fee.total, fee.due_date], ['invoice', 'overdue', '10.00', '2026-04-07']);
  assert.equal(fee.lines[0].name, 'Late fee');
  assert.match(fee.lines[0].description, new RegExp(invoice.number));
  await day('2026-05-20');
  assert.deepEqual(await fees({ id: charged[0]?.fee_document_id }), [], 'a fee is charged no fees');
  await shop.booksAgree();
  const journalIn = async (format: string) => (await call('export_ledger', { format })).content;
  const said = [
    tool(context, 'hledger', 'fees by hledger')?.on(await journalIn('hledger'), 'check', '--strict', '-f', 'FILE'),
    tool(context, 'bean-check', 'fees by Beancount')?.on(await journalIn('beancount'), 'FILE'),
  ];
  for (const verdict of said) assert.ok(verdict?.ok !== false, verdict?.errors);
});

test('fees are off by default, and switching them on charges nothing for what is late already', async () => {
  const { call, invoiced, day, fees } = await fixture('Careful', { steps: grace });
  const invoice = await invoiced('100', '2026-03-02');
  await day('2026-03-20');
  await call('update_reminder_policy', { late_fees: { enabled: true } });
  await day('2026-03-21');
  assert.deepEqual(await fees(invoice), []);
  await day('2026-04-01');
  assert.deepEqual(
    (await fees(invoice)).map(({ days }) => days),
    [30],
  );
  const none = call('update_reminder_policy', { late_fees: { enabled: true, variant_id: null } });
  await assert.rejects(
    none,
    refused('validation_failed', ({ errors }) => assert.equal(errors[0].pointer, '/late_fees/variant_id')),
  );
});

test('what is paid, credited or disputed is charged nothing, and a client what was agreed with them', async () => {
  const { call, invoiced, day, fees } = await fixture('Agreed');
  const [paid, credited, disputed, spared, other, part] = [
    await invoiced('100', '2026-03-10'),
    await invoiced('100', '2026-03-10'),
    await invoiced('100', '2026-03-10'),
    await invoiced('100', '2026-03-10'),
    await invoiced('100', '2026-03-10'),
    await invoiced('100', '2026-03-10'),
  ];
  await call('pay_sale', { id: paid.sale_id, method: 'Bank transfer' });
  await call('pay_sale', { id: part.sale_id, method: 'Bank transfer', amount: '60' });
  await call('credit_document', { id: credited.id });
  await call('set_document_reminders', { id: disputed.id, hold: 'disputed' });
  await call('set_client_reminders', { id: spared.client_id, late_fees: [] });
  await call('set_client_reminders', { id: other.client_id, late_fees: [{ days: 5, amount: '1.00' }] });
  await day('2026-03-24');
  for (const document of [paid, credited, disputed, spared]) assert.deepEqual(await fees(document), []);
  assert.deepEqual(
    (await fees(other)).map(({ days, amount }) => [days, amount]),
    [[5, '1.00']],
  );
  assert.deepEqual(
    (await fees(part)).map(({ amount }) => amount),
    ['5.60'],
  );
});

test('a fee is waived by crediting its invoice, and is not charged again', async () => {
  const { call, shop, invoiced, day, fees } = await fixture('Waived');
  const invoice = await invoiced('100', '2026-03-10');
  await day('2026-03-24');
  const [fee] = await fees(invoice);
  await call('credit_document', { id: fee?.fee_document_id, correction_reason: 'As a courtesy.' });
  await day('2026-03-25');
  assert.equal((await fees(invoice)).length, 1);
  assert.equal((await call('get_document', { id: fee?.fee_document_id })).status, 'credited');
  assert.equal(await shop.balance('4800'), 0n);
  await shop.booksAgree();
});

test('books that are closed are charged nothing to, people see why, and it is charged once they are open', async () => {
  const { call, invoiced, day, fees } = await fixture('Closed');
  const invoice = await invoiced('100', '2026-03-10');
  world.setNow('2026-03-24T08:00:00Z');
  await call('set_period_locks', { soft: '2026-03-24', reason: randomUUID() });
  await day('2026-03-24');
  assert.deepEqual(await fees(invoice), []);
  const { late_fee_problem: problem } = await call('get_reminder_policy');
  assert.match(problem, /doc_\w+: /);
  await day('2026-03-25');
  assert.equal((await fees(invoice)).length, 1);
  assert.equal((await call('get_reminder_policy')).late_fee_problem, null);
});
