import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { refused } from '../../../../test/support/refused.ts';
import { createInvoiceFixture } from '../../../../test/support/invoice-fixture.ts';
import { shopOf } from '../../../../test/support/sales-shop.ts';
import { createWorld, type Wire, withPermissions } from '../../../../test/support/world.ts';

const world = await createWorld();
const { call } = world;
const shop = shopOf(world);
const { keyed } = shop;
const { drafted, issue, invoiced, document } = createInvoiceFixture(world, shop);
world.setNow('2026-03-02T10:00:00.000Z');

/** Events since the last call. */
const types = () => world.emitted().map(({ type }) => type);

describe('drafting', () => {
  test('a draft of an invoice makes the draft of a sale, has no number and moves nothing', async () => {
    const product = await shop.product({ price: '12.50' });
    const client_id = (await shop.client()).id;
    const lines = [{ variant_id: product.id, quantity: '3' }];
    types();
    const moved = await shop.moves(async () => {
      const draft = await call('create_document', { type: 'invoice', client_id, lines, due_date: '2026-04-01' });
      assert.deepEqual(types(), ['sale.created', 'invoice.created']);
      assert.deepEqual(
        [draft.status, draft.number, draft.issue_date, draft.hash, draft.snapshot, draft.total],
        ['draft', null, null, null, null, '37.50'],
      );
      assert.deepEqual([draft.supply_date, draft.due_date, draft.amount_due], ['2026-03-02', '2026-04-01', '37.50']);
      const sale = await call('get_sale', { id: draft.sale_id });
      assert.deepEqual([sale.status, sale.total, sale.client_id], ['draft', '37.50', client_id]);
      assert.deepEqual({ ...(await document(draft)), warnings: draft.warnings }, draft);
    });
    assert.deepEqual(moved, {});
  });

  test('it shows its sale as it is, whichever of the two is changed', async () => {
    const draft = await drafted({ title: 'Spring' });
    types();
    const line = { name: 'Training', quantity: '1', unit_price: '70' };
    const changed = await call('update_document', { id: draft.id, lines: [line], notes: 'As agreed.' });
    assert.deepEqual(types(), ['sale.updated', 'invoice.updated']);
    assert.deepEqual([changed.total, changed.notes, changed.lines[0].name], ['70.00', 'As agreed.', 'Training']);
    assert.equal((await call('get_sale', { id: draft.sale_id })).total, '70.00');
    const other = await shop.client();
    await call('update_sale', { id: draft.sale_id, client_id: other.id, lines: [{ ...line, quantity: '2' }] });
    const seen = await document(draft);
    assert.deepEqual([seen.total, seen.client_id, seen.lines[0].quantity], ['140.00', other.id, '2']);
    const [found] = (await call('list_documents', { client_id: other.id, q: 'train' })).data;
    assert.deepEqual(found, seen);
    assert.deepEqual((await call('list_documents', { q: 'consulting', client_id: other.id })).data, []);
    const later = await call('update_document', { id: draft.id, supply_date: '2026-03-01', due_date: '2026-03-20' });
    assert.deepEqual([later.supply_date, later.due_date, later.title], ['2026-03-01', '2026-03-20', 'Spring']);
  });

  test('the texts of the organisation are printed unless others are written', async () => {
    await call('update_organization', { invoice_defaults: { notes: 'Thank you.', footer: 'Example Ltd' } });
    const draft = await drafted({ footer: null });
    assert.deepEqual([draft.notes, draft.footer], ['Thank you.', null]);
    await call('update_organization', { invoice_defaults: { notes: null, footer: null } });
  });

  test('a deleted draft takes the sale along that it made, and no other', async () => {
    const draft = await drafted();
    await assert.rejects(call('delete_sale', { id: draft.sale_id }), refused('sale_in_document'));
    types();
    await call('delete_document', { id: draft.id });
    assert.deepEqual(types(), ['invoice.deleted', 'sale.deleted']);
    await assert.rejects(call('get_sale', { id: draft.sale_id }), refused('not_found'));
    const sale = await shop.draft(['10'], { client_id: (await shop.client()).id });
    const ofSale = await call('create_document', { type: 'invoice', sale_id: sale.id });
    await call('delete_document', { id: ofSale.id });
    assert.equal((await shop.sale(sale)).status, 'draft');
  });

  test('what is written twice, or belongs to another type, is refused', async () => {
    const sale = await shop.sold('10');
    const lines = [{ name: 'Item', quantity: '1', unit_price: '1' }];
    const pointed = (pointer: string, code: string) =>
      refused('validation_failed', ({ errors: [error] }) =>
        assert.deepEqual([error.pointer, error.code], [pointer, code]),
      );
    const { id: sale_id, client_id } = sale;
    await assert.rejects(drafted({ sale_id }), pointed('/client_id', 'from_sale'));
    await assert.rejects(call('create_document', { type: 'invoice', client_id }), pointed('/lines', 'required'));
    await assert.rejects(call('create_document', { type: 'quote', client_id }), pointed('/lines', 'required'));
    await assert.rejects(call('create_document', { type: 'invoice', lines }), pointed('/client_id', 'required'));
    const currency = { type: 'invoice', sale_id, currency: 'USD' };
    await assert.rejects(call('create_document', currency), pointed('/currency', 'from_sale'));
    await assert.rejects(drafted({ valid_until: '2026-05-01' }), pointed('/valid_until', 'not_for_type'));
    const quote = { type: 'quote', client_id, lines };
    await assert.rejects(
      call('create_document', { ...quote, due_date: '2026-05-01' }),
      pointed('/due_date', 'not_for_type'),
    );
    const draft = await drafted();
    await assert.rejects(issue(draft, { valid_until: '2026-05-01' }), pointed('/valid_until', 'not_for_type'));
    await assert.rejects(issue(draft, { issue_date: '2026-03-03' }), pointed('/issue_date', 'in_future'));
    await assert.rejects(call('accept_document', { id: draft.id }), refused('invalid_state_transition'));
    const walkIn = await keyed('record_sale', { lines, payments: [{ method: 'Cash' }] });
    await assert.rejects(
      call('create_document', { type: 'invoice', sale_id: walkIn.id }),
      pointed('/sale_id', 'client_required'),
    );
  });
});

describe('issuing', () => {
  test('takes the number, confirms the sale and posts it, all at once', async () => {
    const product = await shop.service({ price: '20' });
    const draft = await call('create_document', {
      type: 'invoice',
      client_id: (await shop.client({ display_name: 'Acme' })).id,
      lines: [{ variant_id: product.id, quantity: '2' }],
    });
    const moved = await shop.moves(async () => {
      const invoice = await issue(draft);
      assert.match(invoice.number, /^INV-2026-\d{5}$/);
      assert.deepEqual([invoice.status, invoice.issue_date, invoice.amount_due], ['open', '2026-03-02', '40.00']);
      assert.deepEqual([invoice.snapshot.buyer.name, invoice.client_name], ['Acme', 'Acme']);
      assert.match(invoice.hash, /^[0-9a-f]{64}$/);
      assert.deepEqual({ ...(await document(invoice)), warnings: invoice.warnings }, invoice);
      const sale = await call('get_sale', { id: draft.sale_id });
      assert.deepEqual([sale.status, sale.number], ['confirmed', invoice.sale_number]);
    });
    assert.deepEqual(types().slice(-2), ['sale.confirmed', 'invoice.issued']);
    assert.equal(moved['1200'] ?? moved['1100'], 4000n);
    await assert.rejects(issue(draft), refused('invalid_state_transition'));
    await shop.booksAgree();
  });

  test('one call invoices a client for three of a product', async () => {
    const product = await shop.service({ price: '9.99', sku: 'MUG-3' });
    await shop.client({ display_name: 'Mug Lovers' });
    const lines = [{ sku: product.sku, quantity: '3' }];
    types();
    const invoice = await call('create_document', { type: 'invoice', client: 'Mug Lovers', lines, issue: true });
    assert.deepEqual([invoice.status, invoice.total, invoice.version], ['open', '29.97', 2]);
    assert.deepEqual(types().toSorted(), ['invoice.created', 'invoice.issued', 'sale.confirmed', 'sale.created']);
    assert.deepEqual({ ...(await document(invoice)), warnings: invoice.warnings }, invoice);
  });

  test('a confirmed sale gets one invoice, which posts nothing', async () => {
    const sale = await shop.sold('80');
    const moved = await shop.moves(async () => {
      const draft = await call('create_document', { type: 'invoice', sale_id: sale.id, po_number: 'PO-7' });
      await assert.rejects(
        call('create_document', { type: 'invoice', sale_id: sale.id }),
        refused('sale_invoiced', ({ document_id: id }) => assert.equal(id, draft.id)),
      );
      await assert.rejects(
        call('update_document', { id: draft.id, lines: [{ name: 'Else', quantity: '1', unit_price: '1' }] }),
        refused('invalid_state_transition'),
      );
      const invoice = await issue(draft);
      assert.deepEqual([invoice.total, invoice.po_number, invoice.sale_id], ['80.00', 'PO-7', sale.id]);
    });
    assert.deepEqual(moved, {});
    const half = await shop.draft(['10'], { client_id: (await shop.client()).id });
    const ofDraft = await call('create_document', { type: 'invoice', sale_id: half.id, issue: true });
    assert.deepEqual([ofDraft.status, (await shop.sale(half)).status], ['open', 'confirmed']);
    const voided = await shop.sold('10');
    await keyed('void_sale', { id: voided.id });
    await assert.rejects(
      call('create_document', { type: 'invoice', sale_id: voided.id }),
      refused('invalid_state_transition'),
    );
  });

  test('numbers follow each other, and each document bears the hash of the one before', async () => {
    const first = await invoiced();
    const second = await invoiced();
    assert.equal(Number(second.number.slice(-5)), Number(first.number.slice(-5)) + 1);
    assert.deepEqual(second.prev_hash, first.hash);
    const { checks } = await keyed('check_books');
    const wrong = checks.filter(({ ok, name }: Wire) => !ok && name.startsWith('document'));
    assert.deepEqual(wrong, []);
  });

  test('what is printed stays, whatever becomes of the client and the organisation', async () => {
    const client = await shop.client({ display_name: 'Old Name' });
    const invoice = await invoiced({ client_id: client.id, notes: 'First' });
    await call('update_client', { id: client.id, display_name: 'New Name' });
    await assert.rejects(
      call('update_document', { id: invoice.id, notes: 'Second' }),
      refused('invalid_state_transition'),
    );
    const told = await call('update_document', { id: invoice.id, tags: ['spring'] });
    const { tags: _, version, updated_at: __, updated_by: ___, warnings: ____, ...rest } = invoice;
    const seen = await document(invoice);
    assert.deepEqual({ ...seen, tags: undefined }, { ...seen, ...rest, tags: undefined });
    assert.deepEqual([seen.client_name, told.version], ['Old Name', version + 1]);
  });

  test('what stands in the way of a sale stands in the way of its invoice, and leaves the draft a draft', async () => {
    const held = await shop.client({ credit_hold: true });
    const limited = await shop.client({ credit_limit: '50' });
    const scarce = await shop.product({ price: '10' });
    const floored = await shop.service({ price: '10', min_price: '9' });
    const left = await call('create_location', { name: 'Left', code: 'LEFT' });
    await call('archive_location', { id: left.id });
    const ofScarce = [{ variant_id: scarce.id, quantity: '1' }];
    const refusals = {
      credit_held: { client_id: held.id },
      credit_limit_exceeded: { client_id: limited.id },
      insufficient_stock: { lines: ofScarce },
      price_below_floor: { lines: [{ variant_id: floored.id, quantity: '1', unit_price: '5' }] },
    };
    for (const [code, more] of Object.entries(refusals)) {
      const draft = await drafted(more);
      await assert.rejects(keyed('issue_document', { id: draft.id }), refused(code), code);
      await assert.rejects(drafted({ ...more, issue: true }), refused(code), code);
      const seen = await document(draft);
      assert.deepEqual([seen.status, seen.number, seen.version], ['draft', null, 1]);
    }
    await assert.rejects(drafted({ location_id: left.id }), refused('location_not_active'));
    const parts = { payment_schedule: [{ due_date: '2026-04-01', amount: '200' }] };
    await assert.rejects(drafted(parts), refused('schedule_exceeds_total'));
    const draft = await drafted();
    await assert.rejects(call('update_document', { id: draft.id, ...parts }), refused('schedule_exceeds_total'));
    const elsewhere = { id: draft.id, location_id: left.id };
    await assert.rejects(call('update_document', elsewhere), refused('location_not_active'));
    const stocked = await shop.product({ price: '10' });
    await shop.receive(stocked, '2', '4');
    const ofStocked = (quantity: string) => ({ lines: [{ variant_id: stocked.id, quantity }] });
    const holding = await shop.draft([], { client_id: draft.client_id, reserve: true, ...ofStocked('1') });
    const ofHolding = await call('create_document', { type: 'invoice', sale_id: holding.id });
    const tooMany = { id: ofHolding.id, ...ofStocked('3') };
    await assert.rejects(call('update_document', tooMany), refused('insufficient_stock'));
    const closing = await call('create_location', { name: 'Closing', code: 'CLOSING' });
    const closed = await drafted({ location_id: closing.id });
    await call('archive_location', { id: closing.id });
    await assert.rejects(keyed('issue_document', { id: closed.id }), refused('location_not_active'));
  });

  test('whoever may draft and not issue, or not sell, is told so', async () => {
    const client_id = (await shop.client()).id;
    const lines = [{ name: 'Item', quantity: '1', unit_price: '1' }];
    const invoice = { type: 'invoice', client_id, lines };
    const forbidden = (permissions: readonly string[], name: string, input: object) =>
      assert.rejects(call(name, input, { as: withPermissions(world.ana, permissions) }), refused('forbidden'));
    await forbidden(['documents:write', 'sales:write'], 'create_document', { ...invoice, issue: true });
    await forbidden(['documents:write', 'documents:issue'], 'create_document', invoice);
    const draft = await call('create_document', invoice);
    await forbidden(['documents:write'], 'update_document', { id: draft.id, lines });
  });
});
