import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createInvoiceFixture } from '../../../../test/support/invoice-fixture.ts';
import { shopOf } from '../../../../test/support/sales-shop.ts';
import { createWorld, type Wire } from '../../../../test/support/world.ts';

const world = await createWorld();
const { call } = world;
const shop = shopOf(world);
const { drafted, issue, document } = createInvoiceFixture(world, shop);
world.setNow('2026-03-20T10:00:00.000Z');

const clientWith = (type: string, value: number) => shop.client({ payment_terms: { type, value } });
const late = async (client: Wire, more: object = {}): Promise<Wire> =>
  shop.draft(['300'], { client_id: client.id, sale_date: '2026-03-01', confirm: true, ...more });
const invoiceOf = (sale: Wire, more: object = {}) =>
  call('create_document', { type: 'invoice', sale_id: sale.id, issue: true, ...more });
const dueOf = async ({ id }: Wire) => (await call('get_sale', { id })).due_date;

describe('payment terms count from the day of the invoice', () => {
  test('that is issued later than its sale, which ageing and reminders read', async () => {
    const client = await clientWith('days_after_issue', 14);
    const sale = await late(client);
    assert.equal(sale.due_date, '2026-03-15');
    const invoice = await invoiceOf(sale);
    assert.deepEqual([invoice.issue_date, invoice.due_date], ['2026-03-20', '2026-04-03']);
    const after = await call('get_sale', { id: sale.id });
    assert.deepEqual([after.due_date, after.next_due_date, after.is_overdue], ['2026-04-03', '2026-04-03', false]);
    const { rows } = await call('get_receivables_aging', {});
    assert.equal(rows.find((row: Wire) => row.client === client.display_name)?.current, '300.00');
  });

  test('of whatever kind they are', async () => {
    const monthEnd = await late(await clientWith('days_after_month_end', 10), { sale_date: '2026-02-20' });
    assert.deepEqual([monthEnd.due_date, (await invoiceOf(monthEnd)).due_date], ['2026-03-10', '2026-04-10']);
    const following = await late(await clientWith('day_of_following_month', 5), { sale_date: '2026-02-20' });
    assert.deepEqual([following.due_date, (await invoiceOf(following)).due_date], ['2026-03-05', '2026-04-05']);
  });

  test('and so do monthly parts, whose amounts stay', async () => {
    for (const sale of [
      await late(await clientWith('monthly_instalments', 3)),
      await late(await shop.client(), { instalments: 3 }),
    ]) {
      const parts = (of: Wire) => of.payment_schedule.map((part: Wire) => [part.due_date, part.amount]);
      const before = ['2026-04-01', '2026-05-01', '2026-06-01'].map((day) => [day, '100.00']);
      const after = ['2026-04-20', '2026-05-20', '2026-06-20'].map((day) => [day, '100.00']);
      assert.deepEqual(parts(sale), before);
      const invoice = await invoiceOf(sale);
      assert.deepEqual(parts(invoice), after);
      assert.equal(invoice.due_date, '2026-06-20');
    }
  });

  test('of a draft of an invoice, of lines for an earlier day, and of one dated back', async () => {
    const client = await clientWith('days_after_issue', 14);
    const draft = await drafted({ client_id: client.id, supply_date: '2026-03-01' });
    assert.equal(draft.due_date, '2026-03-15');
    const renamed = await call('update_document', {
      id: draft.id,
      lines: [{ name: 'Work', quantity: '1', unit_price: '9' }],
    });
    assert.equal((await issue(renamed)).due_date, '2026-04-03');
    const atOnce = await drafted({ client_id: client.id, supply_date: '2026-03-01', issue: true });
    assert.deepEqual([atOnce.due_date, await dueOf({ id: atOnce.sale_id })], ['2026-04-03', '2026-04-03']);
    const back = await drafted({ client_id: client.id, supply_date: '2026-03-01' });
    assert.equal((await issue(back, { issue_date: '2026-03-10' })).due_date, '2026-03-24');
    const before = await drafted({ client_id: client.id, supply_date: '2026-03-19' });
    assert.equal((await issue(before, { issue_date: '2026-03-02' })).due_date, '2026-03-19');
  });

  test('but a day that was said stays, whoever said it and when', async () => {
    const client = await clientWith('days_after_issue', 14);
    assert.equal((await invoiceOf(await late(client, { due_date: '2026-03-15' }))).due_date, '2026-03-15');
    const parts = [{ due_date: '2026-03-02', percent: '50' }, { due_date: '2026-03-15' }];
    const scheduled = await invoiceOf(await late(client, { payment_schedule: parts }));
    assert.deepEqual(
      scheduled.payment_schedule.map((part: Wire) => part.due_date),
      ['2026-03-02', '2026-03-15'],
    );
    const draft = await drafted({ client_id: client.id, supply_date: '2026-03-01' });
    await call('update_document', { id: draft.id, due_date: '2026-03-15' });
    assert.equal((await issue(draft)).due_date, '2026-03-15');
  });

  test('and without its invoice a sale is due since its own day again', async () => {
    await call('update_organization', { invoice_defaults: { allow_void: true } });
    const sale = await late(await clientWith('days_after_issue', 14));
    const invoice = await invoiceOf(sale);
    const gone = await shop.keyed('void_document', { id: invoice.id });
    assert.deepEqual([await dueOf(sale), gone.status], ['2026-03-15', 'void']);
    const second = await invoiceOf(sale, {});
    assert.deepEqual([second.due_date, (await document(second)).due_date], ['2026-04-03', '2026-04-03']);
    const { checks } = await call('check_books', {});
    assert.deepEqual(
      checks.filter(({ ok }: Wire) => !ok),
      [],
    );
  });

  test('of an invoice that a schedule makes late, too', async () => {
    const source = await drafted({ issue: true });
    const recurring = {
      name: 'Rent',
      document_id: source.id,
      frequency: 'month',
      start_date: '2026-03-22',
      due_in_days: 7,
      mode: 'issue',
    };
    const { id } = await call('create_recurring_document', recurring);
    world.setNow('2026-03-25T10:00:00.000Z');
    const { made_document_id: made } = await shop.keyed('run_recurring_document', { id });
    const invoice = await document({ id: made });
    assert.deepEqual(
      [invoice.issue_date, invoice.supply_date, invoice.due_date],
      ['2026-03-25', '2026-03-22', '2026-04-01'],
    );
    world.setNow('2026-03-20T10:00:00.000Z');
  });
});
