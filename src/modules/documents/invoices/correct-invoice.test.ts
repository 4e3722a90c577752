import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { afterEach, describe, test } from 'node:test';
import pg from 'pg';
import { deadlocksIn } from '../../../../test/support/deadlocks.ts';
import { longTest } from '../../../../test/support/dose.ts';
import { createInvoiceFixture } from '../../../../test/support/invoice-fixture.ts';
import { refused } from '../../../../test/support/refused.ts';
import { shopOf } from '../../../../test/support/sales-shop.ts';
import { tableSums } from '../../../../test/support/table-sums.ts';
import { createWorld, operationNamed, type Wire, withPermissions } from '../../../../test/support/world.ts';

const world = await createWorld();
const { call } = world;
const shop = shopOf(world);
const { keyed } = shop;
const { drafted, invoiced, document } = createInvoiceFixture(world, shop);
world.setNow('2026-03-02T10:00:00.000Z');
const vat = await shop.tax('19');

const correct = ({ id }: Wire, more: object = {}): Promise<Wire> => keyed('correct_invoice', { id, ...more });
const pay = ({ sale_id: id }: Wire, more: object = {}) => shop.pay({ id }, more);
const consulting = (quantity: string, unit_price = '50') => [{ name: 'Consulting', quantity, unit_price }];
const creditOf = async ({ client_id: id }: Wire) => (await call('get_client_balances', { id })).unapplied_credit;
const pointed = (pointer: string, code: string) =>
  refused('validation_failed', ({ errors: [error] }) => assert.deepEqual([error.pointer, error.code], [pointer, code]));
/** A checksum of each table. */
const everything = async () => {
  const owner = new pg.Client(world.database.ownerUrl);
  await owner.connect();
  try {
    return await tableSums(owner);
  } finally {
    await owner.end();
  }
};
/** Status, total, paid and due. */
const owed = ({ status, total, amount_paid, amount_due }: Wire) => [status, total, amount_paid, amount_due];

afterEach(async () => {
  await shop.booksAgree();
  const { checks } = await call('check_books');
  assert.deepEqual(
    checks.filter(({ ok }: Wire) => !ok),
    [],
  );
});

describe('an invoice that nobody has paid', () => {
  test('is credited, and a copy with the changes takes its place, all of it in one call', async () => {
    const old = await invoiced({ po_number: 'PO-1', notes: 'Thanks.', tags: ['spring'], external_id: 'shop-1' });
    world.emitted();
    let made: Wire = {};
    const moved = await shop.moves(async () => {
      made = await correct(old, { lines: consulting('3'), correction_reason: 'Three days, not two.' });
    });
    const types = world.emitted().map(({ type }) => type);
    for (const type of ['sale.returned', 'credit_note.issued', 'sale.confirmed', 'invoice.issued']) {
      assert.ok(types.includes(type), type);
    }
    assert.deepEqual(moved, { '1100': 5000n, '4000': -5000n });
    assert.deepEqual(owed(made), ['open', '150.00', '0.00', '150.00']);
    assert.deepEqual([made.type, made.client_id, made.po_number], ['invoice', old.client_id, 'PO-1']);
    assert.deepEqual([made.notes, made.tags, made.external_id], ['Thanks.', ['spring'], null]);
    const { credit_note: note } = made;
    assert.deepEqual([note.type, note.total, note.corrects_document_id], ['credit_note', '100.00', old.id]);
    assert.deepEqual([made.corrects_document_id, made.correction_reason], [old.id, 'Three days, not two.']);
    const { number, issue_date } = old;
    for (const { snapshot } of [made, note]) {
      assert.deepEqual(snapshot.corrects, { number, issue_date, reason: 'Three days, not two.' });
    }
    assert.deepEqual(made.refunds, []);
    assert.equal((await document(old)).status, 'credited');
    const { credit_note: _, refunds: __, ...alone } = made;
    assert.deepEqual({ ...(await document(made)), warnings: made.warnings }, alone);
  });

  test('is worth the same to the cent where only a text is wrong, with discounts and lines taken back', async () => {
    const old = await invoiced({
      lines: [
        {
          name: 'Chairs',
          quantity: '3',
          unit_price: '33.33',
          tax_rate_ids: [vat],
          discount: { type: 'percent', value: '7' },
        },
        { name: 'Old chair', quantity: '-1', unit_price: '10.01', tax_rate_ids: [vat] },
        { name: 'Books', quantity: '7', unit_price: '1.111111', tax_rate_ids: [] },
      ],
      discounts: [
        { type: 'percent', value: '3.5' },
        { type: 'amount', value: '1.99', applies: 'after_tax', name: 'Goodwill' },
      ],
      charges: [{ kind: 'shipping', amount: '4.90', tax_rate_ids: [vat] }],
      due_date: '2026-04-11',
      payment_schedule: undefined,
    });
    let made: Wire = {};
    const moved = await shop.moves(async () => {
      made = await correct(old, { buyer_reference: 'Cost centre 7' });
    });
    assert.deepEqual(moved, {});
    const figures = ['totals', 'base_total', 'discounts', 'charges', 'due_date', 'supply_date'];
    const of = (one: Wire) => figures.map((name) => one[name]);
    assert.deepEqual(of(made), of(old));
    assert.deepEqual(made.credit_note.totals, old.totals);
    assert.deepEqual([made.buyer_reference, old.buyer_reference], ['Cost centre 7', null]);
    const lines = ({ lines: all }: Wire) => all.map(({ name, quantity, total }: Wire) => [name, quantity, total]);
    assert.deepEqual(lines(made), lines(old));
  });

  test('goes to another client on that client’s terms, who does not learn whose it was', async () => {
    const other = await shop.client({ payment_terms: { type: 'days_after_issue', value: 30 } });
    const old = await invoiced({ due_date: '2026-03-09' });
    const made = await correct(old, { client_id: other.id, correction_reason: 'Wrong client.' });
    assert.deepEqual([made.client_id, made.due_date, made.total], [other.id, '2026-04-01', '100.00']);
    assert.deepEqual([made.corrects_document_id, made.correction_reason, made.snapshot.corrects], [null, null, null]);
    assert.equal(made.credit_note.client_id, old.client_id);
    assert.equal(made.credit_note.correction_reason, 'Wrong client.');
    await assert.rejects(correct(made, { client_id: null }), pointed('/client_id', 'required'));
  });

  test('names in its e-invoice the one that it takes the place of', async () => {
    const as = await world.found('Electronic');
    const ask = (name: string, input: object) => call(name, input, { as, key: randomUUID() });
    await ask('update_organization', {
      tax_ids: [{ type: 'eu_vat', value: 'DE123456788', country: 'DE' }],
      address: { city: 'Berlin', postal_code: '10115', country: 'DE' },
    });
    const { id: client_id } = await ask('create_client', {
      type: 'business',
      display_name: 'Buyer',
      billing_address: { city: 'Bonn', country: 'DE' },
      e_invoicing: { format: 'en16931-ubl' },
    });
    const { id: rate } = await ask('create_tax_rate', { name: 'USt', percentage: '19' });
    const old = await ask('create_document', {
      type: 'invoice',
      client_id,
      lines: [{ ...consulting('2')[0], tax_rate_ids: [rate] }],
      issue: true,
    });
    const made = await ask('correct_invoice', { id: old.id, po_number: 'PO-9' });
    for (const { id } of [made, made.credit_note]) {
      const { content } = await ask('get_document_einvoice', { id });
      assert.match(content, new RegExp(`InvoiceDocumentReference>\\s*<cbc:ID>${old.number}<`));
    }
  });

  test('is due by the same terms from its new day, and by the same date where one was set', async () => {
    const patient = await shop.client({ payment_terms: { type: 'days_after_issue', value: 14 } });
    const byTerms = await invoiced({ client_id: patient.id });
    const byDate = await invoiced({ due_date: '2026-03-05' });
    const inParts = await invoiced({
      payment_schedule: [{ due_date: '2026-03-04', percent: '50' }, { due_date: '2026-06-01' }],
    });
    const monthly = await invoiced({ instalments: 3 });
    world.setNow('2026-03-10T10:00:00.000Z');
    try {
      assert.equal((await correct(byTerms, { po_number: '1' })).due_date, '2026-03-24');
      assert.equal((await correct(byDate, { po_number: '1' })).due_date, '2026-03-10');
      const parts = ({ payment_schedule: all }: Wire) => all.map(({ due_date, amount }: Wire) => [due_date, amount]);
      assert.deepEqual(parts(await correct(inParts, { po_number: '1' })), [
        ['2026-03-10', '50.00'],
        ['2026-06-01', '50.00'],
      ]);
      assert.deepEqual(
        parts(await correct(monthly, { po_number: '1' })).map(([day]: string[]) => day),
        ['2026-04-10', '2026-05-10', '2026-06-10'],
      );
    } finally {
      world.setNow('2026-03-02T10:00:00.000Z');
    }
  });
});

describe('payments', () => {
  test('of a part stay on the new invoice', async () => {
    const old = await invoiced();
    await pay(old, { amount: '30' });
    let made: Wire = {};
    const moved = await shop.moves(async () => {
      made = await correct(old, { lines: consulting('3') });
    });
    assert.deepEqual(moved, { '1100': 5000n, '4000': -5000n });
    assert.deepEqual(owed(made), ['open', '150.00', '30.00', '120.00']);
    assert.deepEqual(owed(await document(made)), owed(made));
    assert.deepEqual(
      made.refunds.map(({ amount, destination }: Wire) => [amount, destination]),
      [['30.00', 'client_credit']],
    );
    assert.equal(await creditOf(old), '0.00');
  });

  test('in full pay a lower invoice in full, and the rest is credit of the client, of the last payment', async () => {
    const old = await invoiced();
    const [first, second] = [await pay(old, { amount: '70' }), await pay(old, { amount: '30' })];
    const made = await correct(old, { lines: consulting('1.7') });
    assert.deepEqual(owed(made), ['paid', '85.00', '85.00', '0.00']);
    const left = async ({ id }: Wire) => (await call('get_payment', { id })).amount_unapplied;
    assert.deepEqual([await left(first.payment ?? first), await left(second.payment ?? second)], ['0.00', '15.00']);
    assert.equal((await document(old)).status, 'credited');
  });

  test('in full leave the difference to a higher invoice due', async () => {
    const old = await invoiced();
    await pay(old);
    assert.deepEqual(owed(await correct(old, { lines: consulting('2', '60.01') })), [
      'open',
      '120.02',
      '100.00',
      '20.02',
    ]);
  });

  test('of another client, or in another currency, stay as credit of who paid', async () => {
    const old = await invoiced();
    await pay(old);
    const other = await shop.client();
    const made = await correct(old, { client_id: other.id });
    assert.deepEqual(owed(made), ['open', '100.00', '0.00', '100.00']);
    assert.equal(await creditOf(old), '100.00');
    const next = await invoiced();
    await pay(next);
    const dollars = await correct(next, { currency: 'CHF', exchange_rate: '1.05' });
    assert.deepEqual([dollars.currency, ...owed(dollars)], ['CHF', 'open', '100.00', '0.00', '100.00']);
  });

  test('in another currency move at the rates of invoice and payment, and make no second gain', async () => {
    const old = await invoiced({ currency: 'USD', exchange_rate: '0.9' });
    await pay(old, { exchange_rate: '0.95' });
    let made: Wire = {};
    const moved = await shop.moves(async () => {
      made = await correct(old, { po_number: '4711' });
    });
    assert.deepEqual(moved, {});
    assert.deepEqual([made.exchange_rate, ...owed(made)], [old.exchange_rate, 'paid', '100.00', '100.00', '0.00']);
    const less = await correct(made, { lines: consulting('1', '33.33') });
    assert.deepEqual(owed(less), ['paid', '33.33', '33.33', '0.00']);
  });

  test('that took an early-payment discount move, and the discount is granted anew or not at all', async () => {
    const prompt = await shop.client({
      payment_terms: { type: 'days_after_issue', value: 30, early_discounts: [{ percent: '2', days: 10 }] },
    });
    const old = await invoiced({ client_id: prompt.id });
    await pay(old, { amount: '98' });
    assert.equal((await document(old)).status, 'paid');
    const made = await correct(old, { po_number: '1' });
    assert.deepEqual(owed(made), ['open', '100.00', '98.00', '2.00']);
    assert.deepEqual(
      made.early_discounts.map(({ days }: Wire) => days),
      [10],
    );
    await keyed('grant_discount', { id: made.sale_id, reason: 'As before.' });
    assert.equal((await document(made)).status, 'paid');
  });
});

describe('goods', () => {
  const buys = async (fifo: boolean) => {
    const as = await world.found(fifo ? 'Layers' : 'Average');
    if (fifo) await call('update_organization', { inventory: { costing_method: 'fifo' } }, { as });
    const own = shopOf(world, as);
    return {
      as,
      own,
      invoice: createInvoiceFixture({ ...world, call: (name, input, how) => call(name, input, { as, ...how }) }, own),
    };
  };

  for (const method of ['average', 'fifo']) {
    test(`come back and leave again at the cost at which they left, valued at ${method}`, async () => {
      const { as, own, invoice } = await buys(method === 'fifo');
      const [chair, table] = [await own.product({ price: '20' }), await own.product({ price: '90' })];
      await own.receive(chair, '5', '10');
      await own.receive(table, '2', '40');
      const old = await invoice.invoiced({
        lines: [
          { variant_id: chair.id, quantity: '3' },
          { variant_id: table.id, quantity: '1' },
        ],
      });
      await own.receive(chair, '5', '12.5');
      await own.receive(table, '2', '44.44');
      const before = [await own.stock(chair), await own.stock(table)];
      let made: Wire = {};
      const moved = await own.moves(async () => {
        made = await own.keyed('correct_invoice', { id: old.id, po_number: '7' });
      });
      assert.deepEqual(moved, {});
      assert.deepEqual([await own.stock(chair), await own.stock(table)], before);
      const costs = async ({ sale_id: id }: Wire) => (await call('get_sale', { id }, { as })).cost_total;
      assert.deepEqual([await costs(made), await costs(old)], ['70.00', '70.00']);
      const more = { lines: [{ variant_id: chair.id, quantity: '5' }] };
      const next: Wire = await own.keyed('correct_invoice', { id: made.id, ...more });
      // Three at 10.00 as before, and two more: the oldest at 10.00, or at the average of those that are there.
      assert.equal(await costs(next), method === 'fifo' ? '50.00' : '53.57');
      const fewer: Wire = await own.keyed('correct_invoice', {
        id: next.id,
        lines: [{ variant_id: chair.id, quantity: '1' }],
      });
      assert.equal(await costs(fewer), method === 'fifo' ? '10.00' : '10.71');
      await own.keyed('credit_document', { id: fewer.id });
      assert.deepEqual((await own.stock(chair))?.on_hand, '10');
      assert.deepEqual((await own.stock(table))?.on_hand, '4');
      await own.booksAgree();
      const { checks } = await call('check_books', {}, { as });
      assert.deepEqual(
        checks.filter(({ ok }: Wire) => !ok),
        [],
      );
    });
  }

  test('that are not there for a larger quantity leave everything as it was', async () => {
    const product = await shop.product({ price: '10' });
    await shop.receive(product, '2', '4');
    const old = await invoiced({ lines: [{ variant_id: product.id, quantity: '2' }] });
    const before = await everything();
    await assert.rejects(
      correct(old, { lines: [{ variant_id: product.id, quantity: '3' }] }),
      refused('insufficient_stock'),
    );
    assert.deepEqual(await everything(), before);
  });
});

describe('what is asked', () => {
  test('twice with one key is done once', async () => {
    const old = await invoiced();
    const ask = () => call('correct_invoice', { id: old.id, lines: consulting('1') }, { key: 'once' });
    const made = await ask();
    assert.deepEqual(await ask(), made);
    assert.equal((await call('list_documents', { client_id: old.client_id })).data.length, 3);
  });

  test('as a preview answers the same and writes nothing', async () => {
    const old = await invoiced();
    await pay(old);
    const before = await everything();
    const input = { id: old.id, lines: consulting('1') };
    const planned = await call('correct_invoice', input, { key: 'preview', dryRun: true });
    assert.deepEqual(await everything(), before);
    assert.deepEqual(owed(planned), owed(await correct(old, input)));
  });

  test('without a change is refused, unless seller or client are called otherwise by now', async () => {
    const client = await shop.client({ display_name: 'Hotel Adler' });
    const old = await invoiced({ client_id: client.id });
    await assert.rejects(correct(old), pointed('/lines', 'required'));
    await assert.rejects(correct(old, { reason: 'other', correction_reason: 'No.' }), pointed('/lines', 'required'));
    await call('update_client', { id: client.id, billing_address: { city: 'Bonn', country: 'DE' } });
    const made = await correct(old, { correction_reason: 'Wrong address.' });
    assert.deepEqual([made.snapshot.buyer.billing_address.city, made.total], ['Bonn', '100.00']);
  });

  test('of anything but an issued invoice that stands is refused', async () => {
    const refusedIn = (status: string, hint: RegExp) =>
      refused('invalid_state_transition', (told) => {
        assert.equal(told['status'], status);
        assert.match(String(told['hint']), hint);
      });
    const draft = await drafted();
    await assert.rejects(correct(draft, { po_number: '1' }), refusedIn('draft', /update_document/));
    const credited = await invoiced();
    await keyed('credit_document', { id: credited.id });
    await assert.rejects(correct(credited, { po_number: '1' }), refusedIn('credited', /create_document/));
    const lost = await invoiced();
    await keyed('write_off_sale', { id: lost.sale_id, reason: 'Insolvent.' });
    await assert.rejects(correct(lost, { po_number: '1' }), refusedIn('uncollectible', /reverse_write_off/));
    const { credit_note: note } = await correct(await invoiced(), { po_number: '1' });
    await assert.rejects(correct(note, { po_number: '1' }), refused('invalid_state_transition'));
    const deposit = await call('create_document', {
      type: 'deposit_invoice',
      client_id: credited.client_id,
      lines: consulting('1'),
      issue: true,
    });
    await assert.rejects(correct(deposit, { po_number: '1' }), refused('invalid_state_transition'));
    await pay(deposit);
    const last = await invoiced({ client_id: credited.client_id, deposit_ids: [deposit.id] });
    await assert.rejects(correct(last, { po_number: '1' }), refusedIn('open', /deposits/));
    await call('update_organization', { invoice_defaults: { allow_void: true } });
    const gone = await invoiced();
    await keyed('void_document', { id: gone.id });
    await assert.rejects(correct(gone, { po_number: '1' }), refusedIn('void', /create_document/));
  });

  test('of what is partly credited says what of it should stand', async () => {
    const old = await invoiced({
      lines: [...consulting('2'), { name: 'Travel', quantity: '1', unit_price: '20' }],
      charges: [{ kind: 'shipping', amount: '5' }],
    });
    await keyed('credit_document', { id: old.id, lines: [{ position: 2 }] });
    await assert.rejects(correct(old, { po_number: '1' }), pointed('/lines', 'partly_credited'));
    await assert.rejects(correct(old, { lines: consulting('2') }), pointed('/charges', 'partly_credited'));
    const made = await correct(old, { lines: consulting('1'), charges: [] });
    assert.deepEqual([made.total, made.credit_note.total], ['50.00', '105.00']);
  });

  test('is dated as asked, not before the invoice nor in the future', async () => {
    const old = await invoiced();
    world.setNow('2026-03-20T10:00:00.000Z');
    try {
      const asked = (issue_date: string) => correct(old, { po_number: '1', issue_date });
      await assert.rejects(asked('2026-03-01'), pointed('/issue_date', 'before_invoice'));
      await assert.rejects(asked('2026-03-21'), pointed('/issue_date', 'in_future'));
      const made = await asked('2026-03-15');
      const { credit_note: note } = made;
      assert.deepEqual(
        [made.issue_date, made.supply_date, note.issue_date],
        ['2026-03-15', '2026-03-15', '2026-03-15'],
      );
      assert.equal((await call('get_sale', { id: note.sale_id })).sale_date, '2026-03-15');
    } finally {
      world.setNow('2026-03-02T10:00:00.000Z');
    }
  });

  test('is refused where the new invoice cannot be, and the old one stands', async () => {
    const far = { quantity: '1', unit_price: '50' };
    const product = await shop.product({ price: '10' });
    const gone = await shop.product({ price: '10' });
    const floor = await shop.service({ price: '100', min_price: '80' });
    await shop.receive(gone, '1', '1');
    const old = await invoiced({
      client_id: (await shop.client({ credit_limit: '100' })).id,
      external_id: 'taken',
    });
    const held = await shop.client({ credit_hold: true });
    const former = await shop.client();
    await call('archive_client', { id: former.id });
    const location = await call('create_location', { name: 'Closed', code: 'CLOSED' });
    await call('archive_location', { id: location.id });
    await call('archive_product', { id: gone.product_id });
    const inFull = { due_date: '2026-05-01', amount: '100.01' };
    const strict = await shop.client({ e_invoicing: { format: 'xrechnung-ubl' } });
    const ways: readonly (readonly [string, object])[] = [
      ['credit_limit_exceeded', { lines: consulting('3') }],
      ['credit_held', { client_id: held.id }],
      ['client_not_active', { client_id: former.id }],
      ['ambiguous_name', { client: 'Twin' }],
      ['insufficient_stock', { lines: [{ variant_id: product.id, quantity: '1' }] }],
      [
        'currency_mismatch',
        { currency: 'USD', exchange_rate: '1.1', lines: [{ variant_id: product.id, quantity: '1' }] },
      ],
      ['variant_not_sold', { lines: [{ variant_id: gone.id, quantity: '1' }] }],
      ['price_below_floor', { lines: [{ variant_id: floor.id, quantity: '1', unit_price: '1' }] }],
      ['location_not_active', { location_id: location.id }],
      ['exchange_rate_missing', { currency: 'JPY', lines: [{ name: 'Far', ...far }] }],
      ['schedule_exceeds_total', { payment_schedule: [inFull, { due_date: '2026-06-01' }] }],
      ['document_external_id_taken', { external_id: 'taken' }],
      ['e_invoice_incomplete', { client_id: strict.id }],
      ['member_unknown', { member_id: 'mem_00000000000000000000000000' }],
    ];
    for (const _ of [1, 2]) await shop.client({ display_name: 'Twin' });
    const before = await everything();
    for (const [code, more] of ways) await assert.rejects(correct(old, more), refused(code), code);
    assert.deepEqual(await everything(), before);
    // The old debt counts no more: the limit holds the new one.
    assert.equal((await correct(old, { lines: consulting('2') })).status, 'open');
  });

  test('in a closed period is refused, and posts today without a date', async () => {
    const old = await invoiced();
    world.setNow('2026-04-20T10:00:00.000Z');
    const locks = await call('get_period_locks');
    await call('set_period_locks', { soft: '2026-03-31', version: locks.version });
    try {
      await assert.rejects(correct(old, { po_number: '1', issue_date: '2026-03-31' }), refused('period_locked'));
      await assert.rejects(correct(old, { po_number: '1', supply_date: '2026-03-02' }), refused('period_locked'));
      const made = await correct(old, { po_number: '1' });
      assert.deepEqual([made.issue_date, made.supply_date], ['2026-04-20', '2026-04-20']);
    } finally {
      const { version } = await call('get_period_locks');
      await call('set_period_locks', { soft: null, version });
      world.setNow('2026-03-02T10:00:00.000Z');
    }
  });

  test('again with the earlier values brings the invoice back, since no correction is undone', async () => {
    const old = await invoiced();
    const wrong = await correct(old, { lines: consulting('9') });
    const back = await correct(wrong, { lines: consulting('2') });
    assert.deepEqual(back.totals, old.totals);
    assert.equal(operationNamed('correct_invoice').undo, undefined);
  });

  test('is refused to who may not do each part of it', async () => {
    const old = await invoiced();
    for (const lacking of ['documents:void', 'documents:issue', 'sales:void', 'sales:write', 'sales:confirm']) {
      const as = withPermissions(
        world.ana,
        [...world.ana.permissions].filter((one) => one !== lacking),
      );
      const asked = call('correct_invoice', { id: old.id, po_number: '1' }, { as, key: lacking });
      await assert.rejects(asked, refused('forbidden'));
    }
  });
});

test('corrections and sales at once wait for one another’s numbers in one order', longTest, async () => {
  const before = await deadlocksIn(world.database);
  for (let round = 0; round < 3; round += 1) {
    const wrong = [await invoiced(), await invoiced()];
    const sold = () => Array.from({ length: 5 }, () => shop.sold('1.00'));
    await Promise.all([...sold(), ...wrong.map((one) => correct(one, { lines: consulting('3') })), ...sold()]);
  }
  assert.equal(await deadlocksIn(world.database), before);
});
