import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { dose } from '../../../test/support/dose.ts';
import { createInvoiceFixture } from '../../../test/support/invoice-fixture.ts';
import { createQuoteFixture } from '../../../test/support/quote-fixture.ts';
import { refused } from '../../../test/support/refused.ts';
import { shopOf } from '../../../test/support/sales-shop.ts';
import { type TableSums, tableSums } from '../../../test/support/table-sums.ts';
import { openTeam } from '../../../test/support/team.ts';
import { createWorld, type Wire, withPermissions } from '../../../test/support/world.ts';
import { BusinessError } from '../../operation/errors.ts';

const world = await createWorld();
const { call, ana, rival } = world;
const shop = shopOf(world);
const { client, keyed, tax } = shop;
const { invoiced } = createInvoiceFixture(world, shop);
const { quoted, issue } = createQuoteFixture(world, shop);
world.setNow('2026-03-02T10:00:00.000Z');

const vat = await tax('19');
const buyer = await client({ display_name: 'Buyer' });
const hours = { name: 'Hours', quantity: '3', unit_price: '80', tax_rate_ids: [vat] };
const preview = (input: object, options = {}) => call('preview_document', input, options);
const create = (input: object) => call('create_document', input);
const invoice = { type: 'invoice', client_id: buyer.id, lines: [hours] };

/** Pages of a saved draft, as its readers get them. */
const picture = async ({ id }: Wire): Promise<string> =>
  Buffer.from((await call('get_document_pages', { id })).content, 'base64').toString('utf8');

async function everything(): Promise<TableSums> {
  const owner = new pg.Client({ connectionString: world.database.ownerUrl });
  await owner.connect();
  try {
    return await tableSums(owner);
  } finally {
    await owner.end();
  }
}

/** The sources of a document. */
const makes: Readonly<Record<string, () => Promise<object>>> = {
  'an invoice with discounts, charges, instalments and texts': async () => ({
    ...invoice,
    lines: [
      hours,
      {
        name: 'Parts',
        quantity: '7',
        unit_price: '1.23',
        tax_rate_ids: [vat],
        discount: { type: 'percent', value: '3' },
      },
    ],
    discounts: [{ type: 'percent', value: '10' }],
    charges: [{ kind: 'shipping', amount: '4.90' }],
    instalments: 3,
    title: 'March',
    notes: 'Thank *you*.',
    language: 'de',
  }),
  'an invoice in another currency': async () => ({ ...invoice, currency: 'SEK', exchange_rate: '0.09' }),
  'an invoice of a sale': async () => ({ type: 'invoice', sale_id: (await shop.sold('50')).id }),
  'a delivery note of a sale': async () => ({ type: 'delivery_note', sale_id: (await shop.sold('50')).id }),
  'a quote to a client by name': async () => ({
    type: 'quote',
    client: 'Buyer',
    lines: [hours],
    valid_until: '2026-04-01',
  }),
  'a proforma': async () => ({ type: 'proforma', client_id: buyer.id, lines: [hours] }),
  'a deposit for a quote': async () => {
    const quote = await issue(await quoted());
    return { type: 'deposit_invoice', deposit_for_id: quote.id, deposit_percent: '30' };
  },
  'a debit note': async () => ({
    type: 'debit_note',
    corrects_document_id: (await invoiced()).id,
    correction_reason: 'Too few.',
    lines: [hours],
  }),
  'an invoice that deducts a deposit': async () => {
    const deposit = { type: 'deposit_invoice', client_id: buyer.id, lines: [hours], issue: true };
    const { id, sale_id: sale } = await create(deposit);
    await shop.pay({ id: sale });
    return { ...invoice, lines: [{ ...hours, quantity: '9' }], deposit_ids: [id] };
  },
  'a credit note of a return': async () => {
    const { sale_id: id } = await invoiced();
    const { lines } = await call('get_sale', { id });
    const back = await keyed('return_sale', { id, lines: [{ line_id: lines[0].id, quantity: '1' }] });
    return { type: 'credit_note', sale_id: back.id, correction_reason: 'Broken.' };
  },
};

for (const [what, make] of dose(Object.entries(makes))) {
  test(`${what} is previewed as it is then created, and nothing is kept of the preview`, async () => {
    const input = await make();
    world.emitted();
    const before = await everything();
    const { pages, page, image, ...figures } = await preview(input);
    assert.deepEqual([await everything(), world.emitted()], [before, []]);
    const made = await create(input);
    assert.deepEqual(figures, Object.fromEntries(Object.keys(figures).map((name) => [name, made[name]])));
    assert.deepEqual([pages, page], [1, 1]);
    assert.equal(image, await picture(made));
    assert.equal(made.status, 'draft');
  });
}

test('what is issued next has the number that it would have had without any preview', async () => {
  const number = async () => (await invoiced()).number as string;
  const first = await number();
  await preview({ ...invoice, issue: true });
  await assert.rejects(preview({ ...invoice, lines: [] }), refused('validation_failed'));
  const next = `${first.slice(0, -5)}${String(Number(first.slice(-5)) + 1).padStart(5, '0')}`;
  assert.equal(await number(), next);
});

/** Answers of preview and creation to one input. */
async function refusals(input: object): Promise<(readonly [string, unknown])[]> {
  const told = (error: unknown) =>
    error instanceof BusinessError ? ([error.kind.code, error.details] as const) : assert.fail(String(error));
  const asked = [preview(input), create(input)].map((answer) => answer.then(() => assert.fail('it passed'), told));
  return Promise.all(asked);
}

test('it refuses what creating refuses, and says the same of it', async () => {
  const stranger = await call('create_client', { type: 'business', display_name: 'Theirs' }, { as: rival });
  const archived = await client();
  await call('archive_client', { id: archived.id });
  const quoteOnly = await call('create_document_template', { name: 'Quotes', document_types: ['quote'], layout: {} });
  await call('publish_document_template', { id: quoteOnly.id });
  const billed = await invoiced();
  const unbilled = await shop.sold('5');
  const { lines } = await call('get_sale', { id: unbilled.id });
  const back = await keyed('return_sale', { id: unbilled.id, lines: [{ line_id: lines[0].id, quantity: '1' }] });
  const draft = await quoted();
  const asked = await create({ ...invoice, type: 'deposit_invoice' });
  const noRate = `${vat.slice(0, -1)}${vat.endsWith('7') ? '8' : '7'}`;
  const elsewhere = await call('create_location', { name: 'Closed', code: 'CLOSED' });
  await call('archive_location', { id: elsewhere.id });
  const credited = await invoiced();
  await call('credit_document', { id: credited.id, correction_reason: 'Wrong.' });
  const note = (await call('list_documents', { type: ['credit_note'], client_id: credited.client_id })).data[0];
  const service = await shop.service();
  const draftItem = await shop.product({ status: 'draft' });
  await Promise.all([client({ display_name: 'Twin' }), client({ display_name: 'Twin', legal_name: 'Twin Ltd' })]);
  const wrong: Readonly<Record<string, readonly [code: string, input: object]>> = {
    'no client': ['validation_failed', { type: 'invoice', lines: [hours] }],
    'no lines': ['validation_failed', { type: 'invoice', client_id: buyer.id }],
    'no lines of a quote': ['validation_failed', { type: 'quote', client_id: buyer.id }],
    'no client of a quote': ['validation_failed', { type: 'quote', lines: [hours] }],
    'a client of another organisation': ['not_found', { ...invoice, client_id: stranger.id }],
    'a client by a wrong name': ['not_found', { ...invoice, client_id: undefined, client: 'Nobody' }],
    'a name that two clients have': ['ambiguous_name', { ...invoice, client_id: undefined, client: 'Twin' }],
    'an archived client': ['client_not_active', { ...invoice, client_id: archived.id }],
    'a wrong quantity': ['validation_failed', { ...invoice, lines: [{ ...hours, quantity: 'many' }] }],
    'a wrong tax rate': ['not_found', { ...invoice, lines: [{ ...hours, tax_rate_ids: [noRate] }] }],
    'goods that are not sold yet': [
      'variant_not_sold',
      { ...invoice, lines: [{ variant_id: draftItem.id, quantity: '1' }] },
    ],
    'a field that it does not have': ['validation_failed', { ...invoice, valid_until: '2026-04-01' }],
    'a due date before the sale': ['validation_failed', { ...invoice, due_date: '2020-01-01' }],
    'a date to come': ['validation_failed', { ...invoice, supply_date: '2027-01-01' }],
    'goods without a price in its currency': [
      'currency_mismatch',
      { ...invoice, currency: 'SEK', exchange_rate: '0.09', lines: [{ variant_id: service.id, quantity: '1' }] },
    ],
    'a currency without a rate': ['exchange_rate_missing', { ...invoice, currency: 'XPF' }],
    'a schedule above the total': [
      'schedule_exceeds_total',
      { ...invoice, payment_schedule: [{ due_date: '2026-05-01', amount: '99999' }] },
    ],
    'a template for quotes': ['validation_failed', { ...invoice, template_id: quoteOnly.id }],
    'an archived location': ['location_not_active', { ...invoice, location_id: elsewhere.id }],
    'prices of a sale': ['validation_failed', { ...invoice, sale_id: unbilled.id }],
    'a sale that is invoiced': ['sale_invoiced', { type: 'invoice', sale_id: billed.sale_id }],
    'a return that is credited': ['return_credited', { type: 'credit_note', sale_id: note.sale_id }],
    'a return that no invoice stands behind': ['sale_not_invoiced', { type: 'credit_note', sale_id: back.id }],
    'an invoice as a deposit': ['validation_failed', { ...invoice, deposit_ids: [billed.id] }],
    'a deposit that is not issued': ['deposit_not_deductible', { ...invoice, deposit_ids: [asked.id] }],
    'a deposit for a draft': [
      'invalid_state_transition',
      { type: 'deposit_invoice', deposit_for_id: draft.id, deposit_percent: '10' },
    ],
    'an issue in the past': ['validation_failed', { ...invoice, issue_at: '2026-03-01' }],
    'an issue twice': ['validation_failed', { ...invoice, issue: true, issue_at: '2026-04-01' }],
    'a mail of what is not issued': ['validation_failed', { ...invoice, send_when_issued: true }],
    'a file that is not there': ['not_found', { ...invoice, attachment_ids: ['file_01h455vb4pex5vsknk084sn02q'] }],
  };
  for (const [what, [code, input]] of Object.entries(wrong)) {
    const [previewed, created] = await refusals(input);
    assert.deepEqual(previewed, created, what);
    assert.equal(created?.[0], code, what);
  }
});

test('who may not create it sees no page of it', async () => {
  const without = (...names: readonly string[]) =>
    withPermissions(
      ana,
      [...ana.permissions].filter((one) => !names.includes(one)),
    );
  for (const name of ['documents:write', 'sales:write'])
    await assert.rejects(preview(invoice, { as: without(name) }), refused('forbidden'), name);
  const { sale_id: id } = await invoiced();
  await assert.rejects(
    preview({ type: 'credit_note', sale_id: id }, { as: without('documents:void') }),
    refused('forbidden'),
  );
  await assert.rejects(preview({ ...invoice, issue: true }, { as: without('documents:issue') }), refused('forbidden'));
  await assert.rejects(preview(invoice, { as: rival }), refused('not_found'));
});

test('a member with own clients previews for those alone', async () => {
  const { boss, colleague } = await openTeam(world, 'Chief');
  const { member, again } = await colleague('sales');
  await call('update_member', { id: member, scope: 'own' }, { as: boss });
  const as = await again();
  const [theirs, mine] = [
    await call('create_client', { type: 'individual', display_name: 'Theirs' }, { as: boss }),
    await call('create_client', { type: 'individual', display_name: 'Mine' }, { as }),
  ];
  const lines = [{ name: 'Hour', quantity: '1', unit_price: '10' }];
  assert.equal((await preview({ type: 'quote', client_id: mine.id, lines }, { as })).client_name, 'Mine');
  for (const whom of [{ client_id: theirs.id }, { client: 'Theirs' }])
    await assert.rejects(preview({ type: 'quote', ...whom, lines }, { as }), refused('not_found'));
  const sale = await call('create_sale', { client_id: theirs.id, lines, confirm: true }, { as: boss });
  await assert.rejects(preview({ type: 'invoice', sale_id: sale.id }, { as }), refused('not_found'));
});

test('texts are set as they are, and run nothing and load nothing', async () => {
  const texts = ['<script>alert(1)</script>', '#read("/etc/passwd")', '{{client.name}}', '\u202eevil', 'W'.repeat(200)];
  const lines = texts.map((name) => ({ name, quantity: '1', unit_price: '1', description: name }));
  const { image, total } = await preview({ ...invoice, lines, title: texts[0], notes: texts.join('\n') });
  assert.ok(Number(total) >= 5);
  assert.doesNotMatch(image, /<script|<foreignObject|\son\w+=|href="(?!#|data:image)|root:x/);
});

test('any page can be asked for, at any width, and the image alone', async () => {
  const lines = Array.from({ length: 90 }, (_, at) => ({ ...hours, name: `Part ${at + 1}` }));
  const long = { ...invoice, lines };
  const first = await preview(long);
  assert.ok(first.pages > 2);
  const second = await preview({ ...long, page: 2, width: 600 });
  assert.deepEqual([second.page, second.pages, second.total], [2, first.pages, first.total]);
  assert.match(second.image, /^<svg [^>]*viewBox="0 841\.8[\d]* 595\.2[\d]* 841\.8[\d]*" width="600" height="849"/);
  const file = await preview({ ...long, page: 2, width: 600, format: 'svg' });
  assert.deepEqual([file.filename, file.content_type], ['invoice-draft.svg', 'image/svg+xml']);
  assert.equal(Buffer.from(file.content, 'base64').toString('utf8'), second.image);
  await assert.rejects(
    preview({ ...long, page: first.pages + 1 }),
    refused('validation_failed', ({ errors: [error] }) =>
      assert.deepEqual([error.pointer, error.code], ['/page', 'no_such_page']),
    ),
  );
});

test('parties who are not saved are printed in place of those who are, and saved they look the same', async () => {
  const seller = {
    address: { line1: 'Ofenweg 12', postal_code: '40210', city: 'Düsseldorf', country: 'DE' },
    bank_account: { iban: 'DE89370400440532013000' },
    tax_ids: [{ type: 'eu_vat', value: 'DE136695976' }],
  };
  const before = await preview(invoice);
  const unsaved = await preview({ ...invoice, seller });
  assert.notEqual(unsaved.image, before.image);
  assert.equal((await preview(invoice)).image, before.image, 'nothing of it was kept');
  await call('update_organization', seller);
  assert.equal((await preview(invoice)).image, unsaved.image);

  const { client_id: _, ...ofNobody } = invoice;
  const named = (display_name: string) => preview({ ...ofNobody, buyer: { display_name } });
  const { image, total, client_name } = await named('مقهى زوي & <b>Töchter</b>');
  assert.deepEqual([total, client_name], [before.total, null]);
  assert.notEqual(image, (await named('Somebody else')).image);
});

test('a client who is not saved is taken only where no other is named', async () => {
  const { client_id: _, ...ofNobody } = invoice;
  const someone = { display_name: 'New' };
  const wrong: readonly (readonly [object, string, string])[] = [
    [{ ...invoice, buyer: someone }, '/buyer', 'not_both'],
    [{ ...ofNobody, client: buyer.number, buyer: someone }, '/buyer', 'not_both'],
    [{ ...ofNobody, type: 'quote', buyer: someone }, '/buyer', 'not_taken'],
    [ofNobody, '/client_id', 'required'],
    [{ ...ofNobody, buyer: { display_name: ' ' } }, '/buyer/display_name', 'too_small'],
  ];
  for (const [input, pointer, code] of wrong) {
    await assert.rejects(
      preview(input),
      refused('validation_failed', ({ errors }) =>
        assert.deepEqual([errors?.[0]?.pointer, errors?.[0]?.code], [pointer, code]),
      ),
    );
  }
});
