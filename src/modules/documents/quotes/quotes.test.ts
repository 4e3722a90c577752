import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { sql } from '../../../db/sql.ts';
import { longTest } from '../../../../test/support/dose.ts';
import { refused } from '../../../../test/support/refused.ts';
import { createQuoteFixture } from '../../../../test/support/quote-fixture.ts';
import { shopOf } from '../../../../test/support/sales-shop.ts';
import { createWorld, type Wire } from '../../../../test/support/world.ts';

const world = await createWorld();
const { call } = world;
const shop = shopOf(world);
const { keyed } = shop;
const { quoted, issue, accept, accepted } = createQuoteFixture(world, shop);
world.setNow('2026-03-02T10:00:00.000Z');

const ids = (records: readonly Wire[]) => records.map(({ id }) => id);
const types = () => world.emitted().map(({ type }) => type);

describe('drafting', () => {
  test('a quote comes to exactly what a sale to that client would', async () => {
    const rate = await shop.tax('19');
    const client_id = (await shop.client({ discount_percent: '10' })).id;
    const product = await shop.product({ price: '12.34', tax_rate_ids: [rate] });
    const lines = [
      { variant_id: product.id, quantity: '3', discount: { type: 'percent', value: '5' } },
      { name: 'Set-up', quantity: '1.5', unit_price: '9.995', tax_rate_ids: [rate] },
    ];
    const charges = [{ kind: 'shipping', amount: '4.90', tax_rate_ids: [rate] }];
    const quote = await call('create_document', { type: 'quote', client_id, lines, charges });
    const sale = await call('calculate_sale', { client_id, lines, charges });
    for (const field of ['total', 'totals', 'discounts', 'charges', 'currency', 'prices_include_tax']) {
      assert.deepEqual(quote[field], sale[field], field);
    }
    for (const [index, line] of quote.lines.entries()) {
      for (const [field, value] of Object.entries(line)) assert.deepEqual(value, sale.lines[index][field], field);
    }
    assert.deepEqual([quote.status, quote.number, quote.issue_date, quote.snapshot], ['draft', null, null, null]);
    assert.deepEqual({ ...(await call('get_document', { id: quote.id })), warnings: [] }, quote);
  });

  test('a quote in another currency becomes a sale at the rate of the day that it is sold', async () => {
    const lines = [{ name: 'Consulting', quantity: '2', unit_price: '50' }];
    await assert.rejects(
      quoted({ currency: 'USD', lines }),
      refused('exchange_rate_missing', ({ currency, base_currency: base, rate_date: day }) => {
        assert.deepEqual([currency, base, day], ['USD', 'EUR', '2026-03-02']);
      }),
    );
    await call('set_exchange_rate', { currency: 'USD', rate: '0.9', rate_date: '2026-03-01' });
    const quote = await accepted({ currency: 'USD', lines });
    assert.deepEqual([quote.total, quote.base_total, quote.exchange_rate], ['100.00', '90.00', '0.9']);
    await call('set_exchange_rate', { currency: 'USD', rate: '0.8', rate_date: '2026-03-02' });
    const { sale } = await call('convert_document', { id: quote.id });
    assert.deepEqual([sale.total, sale.base_total, sale.rate_date], ['100.00', '80.00', '2026-03-02']);
    const product = await shop.product({ price: '12.34' });
    const unpriced = [{ variant_id: product.id, quantity: '1' }];
    await assert.rejects(quoted({ currency: 'USD', lines: unpriced }), refused('currency_mismatch'));
  });

  test('a quote is for somebody, and for what there is', async () => {
    const lines = [{ name: 'Consulting', quantity: '1', unit_price: '50' }];
    await assert.rejects(
      call('create_document', { type: 'quote', lines }),
      refused('validation_failed', ({ errors }) => assert.equal(errors[0].pointer, '/client_id')),
    );
    const gone = await shop.client();
    await call('archive_client', { id: gone.id });
    await assert.rejects(quoted({ client_id: gone.id }), refused('client_not_active'));
    const idle = await shop.product();
    await call('archive_product', { id: idle.product_id });
    const idleLine = { variant_id: idle.id, quantity: '1' };
    await assert.rejects(quoted({ lines: [idleLine] }), refused('variant_not_sold'));
    const twins = [
      await shop.client({ display_name: 'Twin' }),
      await shop.client({ display_name: 'Twin', allow_duplicate: true }),
    ];
    await assert.rejects(quoted({ client_id: undefined, client: twins[0].display_name }), refused('ambiguous_name'));
    await assert.rejects(
      quoted({ external_id: (await quoted({ external_id: 'q-1' })).external_id }),
      refused('document_external_id_taken'),
    );
  });

  test('a change prices it anew and keeps what is not sent; lines that are sent replace all', async () => {
    const product = await shop.product({ price: '10.00' });
    const variant_id = product.id;
    const draft = await quoted({ lines: [{ variant_id, quantity: '1' }], title: 'Spring', notes: 'Soon.' });
    await call('update_variant', { id: variant_id, price: '99.00' });
    const kept = await call('update_document', {
      id: draft.id,
      notes: null,
      charges: [{ kind: 'shipping', amount: '5' }],
    });
    assert.deepEqual([kept.total, kept.title, kept.notes, kept.version], ['15.00', 'Spring', null, 2]);
    const fresh = await call('update_document', { id: draft.id, lines: [{ variant_id, quantity: '1' }] });
    assert.deepEqual([fresh.total, fresh.lines.length, fresh.lines[0].unit_price], ['104.00', 1, '99.00']);
    assert.deepEqual({ ...(await call('get_document', { id: draft.id })), warnings: [] }, fresh);
    await assert.rejects(
      call('update_document', { id: draft.id, title: 'Summer', version: 1 }),
      refused('version_conflict', ({ current_version: version }) => assert.equal(version, 3)),
    );
  });

  test('another client comes with other terms', async () => {
    const product = await shop.product({ price: '10.00' });
    const draft = await quoted({
      client_id: (await shop.client({ discount_percent: '50' })).id,
      lines: [{ variant_id: product.id, quantity: '1' }],
    });
    assert.equal(draft.total, '5.00');
    const other = await shop.client({ discount_percent: '20' });
    const moved = await call('update_document', { id: draft.id, client_id: other.id });
    assert.deepEqual([moved.total, moved.client_name], ['8.00', other.display_name]);
  });

  test('a draft is deleted without a trace, and what was issued is not', async () => {
    const draft = await quoted();
    world.emitted();
    assert.deepEqual(await call('delete_document', { id: draft.id }), { id: draft.id, deleted: true });
    assert.deepEqual(types(), ['quote.deleted']);
    await assert.rejects(call('get_document', { id: draft.id }), refused('not_found'));
    const issued = await issue(await quoted());
    await assert.rejects(
      call('delete_document', { id: issued.id }),
      refused('invalid_state_transition', ({ allowed }) => assert.ok(allowed.includes('void_document'))),
    );
  });
});

describe('issuing', () => {
  test('gives it its number, its days, and who it is from and to', async () => {
    await call('update_organization', { legal_name: 'Acme Ltd', registration_number: 'HRB 1' });
    const client = await shop.client({ legal_name: 'Buyer GmbH', language: 'de', email: 'buyer@example.com' });
    const issued = await issue(await quoted({ client_id: client.id }));
    assert.match(issued.number, /^Q-2026-\d{5}$/);
    assert.deepEqual([issued.status, issued.issue_date, issued.valid_until], ['open', '2026-03-02', '2026-04-01']);
    const { seller, buyer, language } = issued.snapshot;
    assert.deepEqual(
      [seller.legal_name, seller.registration_number, buyer.legal_name, buyer.email, language],
      ['Acme Ltd', 'HRB 1', 'Buyer GmbH', 'buyer@example.com', 'de'],
    );
    await call('update_organization', { legal_name: 'Other Ltd' });
    await call('update_client', { id: client.id, legal_name: 'Renamed GmbH', display_name: 'Renamed' });
    assert.deepEqual({ ...(await call('get_document', { id: issued.id })), warnings: issued.warnings }, issued);
  });

  test('numbers have no gaps, however many are issued at once and however many fail', longTest, async () => {
    const acme = await world.found('Gapless');
    const mine = shopOf(world, acme);
    const client_id = (await mine.client()).id;
    const lines = [{ name: 'Consulting', quantity: '1', unit_price: '1' }];
    const drafts = await Promise.all(
      Array.from({ length: 12 }, () => call('create_document', { type: 'quote', client_id, lines }, { as: acme })),
    );
    const results = await Promise.allSettled([
      ...drafts.map(({ id }) => mine.keyed('issue_document', { id })),
      ...drafts.map(({ id }) => mine.keyed('issue_document', { id })),
      ...drafts.map(({ id }) => call('issue_document', { id }, { as: acme, key: randomUUID(), dryRun: true })),
    ]);
    assert.equal(results.slice(0, 24).filter(({ status }) => status === 'fulfilled').length, 12);
    const { data } = await call('list_documents', { sort: 'number', limit: 100 }, { as: acme });
    assert.deepEqual(
      data.map(({ number }: Wire) => number),
      Array.from({ length: 12 }, (_, index) => `Q-2026-${String(index + 1).padStart(5, '0')}`),
    );
  });

  test('is refused with days that make no sense, and for a client that is gone', async () => {
    const draft = await quoted();
    await assert.rejects(
      issue(draft, { issue_date: '2026-03-03' }),
      refused('validation_failed', ({ errors }) => assert.equal(errors[0].code, 'in_future')),
    );
    await assert.rejects(
      issue(draft, { valid_until: '2026-03-01' }),
      refused('validation_failed', ({ errors }) => assert.equal(errors[0].code, 'before_issue')),
    );
    await call('archive_client', { id: draft.client_id });
    await assert.rejects(issue(draft), refused('client_not_active'));
  });

  test('freezes what is printed; the rest may still be said', async () => {
    const issued = await issue(await quoted({ title: 'Spring' }));
    for (const patch of [
      { title: 'Summer' },
      { lines: issued.lines.map(() => ({ name: 'x', quantity: '1', unit_price: '1' })) },
    ]) {
      await assert.rejects(call('update_document', { id: issued.id, ...patch }), refused('invalid_state_transition'));
    }
    const said = await call('update_document', { id: issued.id, tags: ['vip'], external_id: 'crm-7' });
    assert.deepEqual([said.tags, said.external_id, said.title], [['vip'], 'crm-7', 'Spring']);
    const scope = { organization: world.ana.organization?.id ?? '' };
    for (const change of [
      sql`update documents set total = total + 1 where issued_at is not null`,
      sql`update documents set snapshot = '{}' where issued_at is not null`,
      sql`delete from documents where issued_at is not null`,
      sql`update document_lines set content = '{}' where true`,
      sql`delete from document_lines where true`,
    ]) {
      await assert.rejects(
        world.db.transaction(scope, (db) => db.run(change)),
        { constraint: 'documents_frozen' },
      );
    }
  });
});

describe('the answer of the client', () => {
  test('is given until the last day, and later only once the quote is extended', async () => {
    const quote = await issue(await quoted(), { valid_until: '2026-03-05' });
    world.setNow('2026-03-05T20:00:00.000Z');
    assert.equal((await call('get_document', { id: quote.id })).status, 'open');
    world.setNow('2026-03-06T10:00:00.000Z');
    assert.equal((await call('get_document', { id: quote.id })).status, 'expired');
    const expired = await call('list_documents', { status: ['expired'] });
    assert.ok(ids(expired.data).includes(quote.id));
    assert.ok(!ids((await call('list_documents', { status: ['open'], limit: 100 })).data).includes(quote.id));
    await assert.rejects(
      accept(quote),
      refused('invalid_state_transition', ({ status, allowed, hint }) => {
        assert.deepEqual([status, allowed.includes('update_document')], ['expired', true]);
        assert.match(hint, /valid_until/);
      }),
    );
    await assert.rejects(call('update_document', { id: quote.id, valid_until: null }), refused('validation_failed'));
    const open = await call('update_document', { id: quote.id, valid_until: '2026-03-20' });
    assert.equal(open.status, 'open');
    world.emitted();
    const yes = await accept(quote, { accepted_by: 'Bea Buyer' });
    assert.deepEqual(
      [yes.status, yes.accepted_by, yes.accepted_at],
      ['accepted', 'Bea Buyer', '2026-03-06T10:00:00.000Z'],
    );
    assert.deepEqual(types(), ['quote.accepted']);
    world.setNow('2027-01-01T10:00:00.000Z');
    assert.equal((await call('get_document', { id: quote.id })).status, 'accepted');
    world.setNow('2026-03-02T10:00:00.000Z');
  });

  test('is given once', async () => {
    const declined = await call('decline_document', { id: (await issue(await quoted())).id, reason: 'Too dear.' });
    assert.deepEqual([declined.status, declined.decline_reason], ['declined', 'Too dear.']);
    await assert.rejects(accept(declined), refused('invalid_state_transition'));
    const yes = await accepted();
    await assert.rejects(accept(yes), refused('invalid_state_transition'));
    await assert.rejects(call('decline_document', { id: yes.id }), refused('invalid_state_transition'));
    await assert.rejects(accept(await quoted()), refused('invalid_state_transition'));
  });

  test('is not waited for once the quote is void, which stays on record', async () => {
    const quote = await issue(await quoted());
    const gone = await keyed('void_document', { id: quote.id, reason: 'Wrong client.' });
    assert.deepEqual([gone.status, gone.number, gone.void_reason], ['cancelled', quote.number, 'Wrong client.']);
    await assert.rejects(accept(gone), refused('invalid_state_transition'));
    await assert.rejects(
      keyed('void_document', { id: (await quoted()).id }),
      refused('invalid_state_transition', ({ allowed }) => assert.ok(allowed.includes('delete_document'))),
    );
  });
});

test('quotes are found by what is on them', async () => {
  const quote = await issue(await quoted({ title: 'Zebra crossing' }));
  for (const query of [{ q: 'zebra' }, { q: quote.number }, { client_id: quote.client_id }, { number: quote.number }]) {
    assert.deepEqual(ids((await call('list_documents', { ...query, type: ['quote'] })).data), [quote.id]);
  }
  const [row] = (await call('list_documents', { q: 'zebra', fields: ['number', 'total'] })).data;
  assert.deepEqual([row.number, row.total], [quote.number, '100.00']);
  assert.deepEqual(ids((await call('list_documents', { q: 'zebra', total: { gt: '100.00' } })).data), []);
});
