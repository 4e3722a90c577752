import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { asOwner } from '../../../../test/support/database.ts';
import { refused } from '../../../../test/support/refused.ts';
import { createInvoiceFixture } from '../../../../test/support/invoice-fixture.ts';
import { shopOf } from '../../../../test/support/sales-shop.ts';
import { createWorld, type Wire } from '../../../../test/support/world.ts';
import { documentChain } from '../checks/document-chain.ts';

const world = await createWorld();
const { call } = world;
const shop = shopOf(world);
const { keyed } = shop;
const { invoiced, document } = createInvoiceFixture(world, shop);
world.setNow('2026-03-02T10:00:00.000Z');

const types = () => world.emitted().map(({ type }) => type);
const withStatus = async (status: string) => {
  const { data } = await call('list_documents', { type: ['invoice'], status: [status], limit: 100 });
  return data.map(({ id }: Wire) => id);
};

describe('afterwards', () => {
  test('an invoice is paid and overdue as its sale is', async () => {
    const invoice = await invoiced({ due_date: '2026-03-10' });
    assert.ok((await withStatus('open')).includes(invoice.id));
    world.setNow('2026-03-15T10:00:00.000Z');
    const late = await document(invoice);
    assert.deepEqual([late.status, late.is_overdue, late.days_overdue], ['overdue', true, 5]);
    assert.ok((await withStatus('overdue')).includes(invoice.id));
    assert.ok(!(await withStatus('open')).includes(invoice.id));
    const payment = await shop.pay({ id: invoice.sale_id }, { amount: '40' });
    assert.deepEqual([(await document(invoice)).amount_paid, (await document(invoice)).amount_due], ['40.00', '60.00']);
    await shop.pay({ id: invoice.sale_id });
    const paid = await document(invoice);
    assert.deepEqual(
      [paid.status, paid.payment_status, paid.amount_due, paid.hash],
      ['paid', 'paid', '0.00', invoice.hash],
    );
    assert.ok((await withStatus('paid')).includes(invoice.id));
    await keyed('void_payment', { id: payment.payment?.id ?? payment.id });
    assert.equal((await document(invoice)).status, 'overdue');
    const given = await invoiced();
    await keyed('write_off_sale', { id: given.sale_id, reason: 'Bankrupt.' });
    assert.equal((await document(given)).status, 'uncollectible');
    assert.ok((await withStatus('uncollectible')).includes(given.id));
    const returned = await invoiced();
    const { lines } = await call('get_sale', { id: returned.sale_id });
    await keyed('return_sale', { id: returned.sale_id, lines: [{ line_id: lines[0].id, quantity: '2' }] });
    assert.equal((await document(returned)).status, 'credited');
    assert.ok((await withStatus('credited')).includes(returned.id));
    world.setNow('2026-03-02T10:00:00.000Z');
  });

  test('an invoice of nothing is paid at once', async () => {
    const lines = [{ name: 'Gift', quantity: '1', unit_price: '0' }];
    const invoice = await invoiced({ lines });
    assert.deepEqual([invoice.status, invoice.total], ['paid', '0.00']);
  });

  test('its sale is not voided under it', async () => {
    const invoice = await invoiced();
    await assert.rejects(
      keyed('void_sale', { id: invoice.sale_id }),
      refused('document_stands', ({ number, type }) => assert.deepEqual([number, type], [invoice.number, 'invoice'])),
    );
    assert.equal((await call('get_sale', { id: invoice.sale_id })).status, 'confirmed');
  });

  test('it is voided only where the organisation allows it, and only unpaid', async () => {
    const invoice = await invoiced();
    await assert.rejects(keyed('void_document', { id: invoice.id }), refused('void_not_allowed'));
    await call('update_organization', { invoice_defaults: { allow_void: true } });
    await shop.pay({ id: invoice.sale_id }, { amount: '40' });
    await assert.rejects(keyed('void_document', { id: invoice.id }), refused('payments_remain'));
    const other = await invoiced();
    const voided = await keyed('void_document', { id: other.id, reason: 'Wrong client.' });
    assert.deepEqual([voided.status, voided.number, voided.void_reason], ['void', other.number, 'Wrong client.']);
    assert.deepEqual([voided.amount_due, types().at(-1)], ['0.00', 'invoice.voided']);
    assert.deepEqual(await withStatus('void'), [other.id]);
    const again = await call('create_document', { type: 'invoice', sale_id: other.sale_id, issue: true });
    assert.notEqual(again.number, other.number);
    await call('update_organization', { invoice_defaults: { allow_void: false } });
    await shop.booksAgree();
  });

  test('overdue, payment status and due date are found as the rows show them', async () => {
    const [late, partly] = [await invoiced({ due_date: '2026-03-10' }), await invoiced({ due_date: '2026-04-10' })];
    await shop.pay({ id: partly.sale_id }, { amount: '1' });
    const gone = await invoiced({ due_date: '2026-03-05' });
    await call('update_organization', { invoice_defaults: { allow_void: true } });
    await keyed('void_document', { id: gone.id, reason: 'A mistake.' });
    await call('update_organization', { invoice_defaults: { allow_void: false } });
    world.setNow('2026-03-15T10:00:00.000Z');
    const list = async (input: object): Promise<Wire[]> =>
      (await call('list_documents', { ...input, limit: 100 })).data;
    const all = await list({});
    const ids = (rows: readonly Wire[]) => rows.map(({ id }) => id);
    assert.deepEqual(ids(await list({ overdue: true })), ids(all.filter((row) => row.is_overdue)));
    assert.deepEqual(ids(await list({ overdue: false })), ids(all.filter((row) => !row.is_overdue)));
    assert.ok(ids(await list({ overdue: true })).includes(late.id));
    for (const status of ['unpaid', 'partially_paid', 'paid']) {
      const expected = ids(all.filter((row) => row.payment_status === status));
      assert.deepEqual(ids(await list({ payment_status: [status] })), expected, status);
      assert.ok(expected.length > 0, status);
    }
    assert.deepEqual(
      ids(await list({ due_date: { gte: '2026-03-10', lt: '2026-04-11' } })),
      ids(all.filter(({ due_date: due }) => due !== null && due >= '2026-03-10' && due < '2026-04-11')),
    );
    world.setNow('2026-03-02T10:00:00.000Z');
  });
});

describe('the chain', () => {
  /** Findings of the check after a change made behind the service; the change is rolled back. */
  const foundAfter = (change: string, number: string): Promise<string[]> =>
    asOwner(world.database.ownerUrl, async (client) => {
      const { text, values } = documentChain.query(world.ana.organization?.id ?? '');
      await client.query('set session_replication_role = replica');
      await client.query('begin');
      await client.query(change, [number]);
      const { rows } = await client.query(text, [...values]);
      await client.query('rollback');
      return rows.filter(({ wrong }) => wrong).map(({ name }) => name);
    });

  test('names the first document that was altered, or that is missing', async () => {
    const [first, second, third] = [await invoiced(), await invoiced(), await invoiced()];
    const dearer = 'update documents set total = total + 1 where number = $1';
    const renamed = `update document_lines set content = content || '{"name": "Else"}'
      where document_id = (select id from documents where number = $1)`;
    const removed = 'delete from documents where number = $1';
    const cases = [
      { change: dearer, of: first, found: `${first.number} was altered` },
      { change: renamed, of: second, found: `${second.number} was altered` },
      { change: removed, of: second, found: `${third.number} follows one that is missing` },
      { change: removed, of: third, found: 'the last are missing' },
    ];
    assert.deepEqual(await foundAfter('select $1', ''), []);
    for (const { change, of, found } of cases) {
      assert.deepEqual(await foundAfter(change, of.number), [`invoice 2026: ${found}`]);
    }
  });
});
