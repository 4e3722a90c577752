import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMcpService } from '../../../../test/support/mcp-service.ts';
import type { Wire } from '../../../../test/support/world.ts';
import { catalogue } from '../../../catalogue.ts';
import { prefixes } from '../../../wire/index.ts';
import { actionOf } from '../action.ts';
import { type JsonSchema, propertiesOf, wholeSchema } from '../json-schema.ts';
import { finders } from './finders.ts';

const service = await createMcpService();
const ana = await service.owner('Acme');
const { token } = await ana.mint({ preset: 'full' });

const reads = /^(?:get|list|find|search|describe|run)_/;
const call = (name: string, input: object = {}, by = token): Promise<Wire> =>
  service.tool(by, name, { ...input, ...(reads.test(name) ? {} : { full: true }) });

async function told(name: string, input: object = {}, by = token): Promise<Wire> {
  const { isError, structuredContent } = await call(name, input, by);
  assert.notEqual(isError, true, JSON.stringify(structuredContent));
  return structuredContent;
}

async function refusedWith(name: string, input: object, by = token): Promise<Wire> {
  const { isError, structuredContent } = await call(name, input, by);
  assert.equal(isError, true, `${name} was not refused`);
  return structuredContent;
}

const bakery = await told('create_client', { type: 'business', display_name: 'Café Zoë', email: 'zoe@cafe.example' });
await told('create_product', { type: 'good', name: 'Flour', sku: 'FLOUR-1', price: '2.50' });

test('every kind of record is looked for by a list that there is, by filters and fields that it has', () => {
  for (const [kind, { list, exact = [], words, keys, also = [] }] of Object.entries(finders)) {
    const operation = catalogue.find(({ name }) => name === list);
    assert.ok(operation !== undefined, `${kind}: ${list}`);
    const asked = Object.keys(propertiesOf(wholeSchema(operation.input)));
    const { data } = propertiesOf(wholeSchema(operation.output));
    const shown = Object.keys(propertiesOf(data?.['items'] as JsonSchema));
    for (const filter of [...exact, ...(words ? ['q'] : [])]) assert.ok(asked.includes(filter), `${list} ${filter}`);
    for (const key of [...keys, ...also]) assert.ok(shown.includes(key), `${list} shows no ${key}`);
  }
});

test('roles, invites, numbering, files, webhooks and the like are named as well', async () => {
  const floor = await ana.rest('POST', '/team/roles', { name: 'Shop floor', permissions: ['sales:read'] });
  assert.equal((await told('get_role', { id: 'shop FLOOR' })).name, 'Shop floor');
  const preview = await told('create_invite', { email: 'new@example.com', role_ids: ['Shop floor'], dry_run: true });
  assert.deepEqual(preview.role_ids, [floor.id]);
  // No token invites anybody by itself.
  const invited = await ana.rest('POST', '/team/invites', { email: 'new@example.com', role_ids: [floor.id] });
  assert.equal((await told('get_invite', { id: 'NEW@example.com' })).id, invited.id);
  const series = await told('list_numbering_series', { record_type: 'invoice' });
  assert.equal((await told('get_numbering_series', { id: 'invoice' })).id, series.data[0].id);
  const url = 'https://hooks.example.com/daybook';
  const hook = await ana.rest('POST', '/webhooks', { url, event_types: ['client.created'] });
  assert.equal((await told('get_webhook', { id: url })).id, hook.id);
  for (const rate_date of ['2026-01-05', '2026-01-06']) {
    await told('set_exchange_rate', { currency: 'USD', rate_date, rate: '1.1', idempotency_key: rate_date });
  }
  const several = await refusedWith('delete_exchange_rate', { id: 'USD', idempotency_key: 'x1' });
  assert.deepEqual([several.code, several.candidates.map((row: Wire) => row.rate_date).length], ['ambiguous_name', 2]);
  assert.equal((await told('list_exchange_rates', { currency: 'USD' })).data.length, 2, 'nothing was guessed');
});

test('a record is named by number, e-mail, SKU, code or name, whatever its case and accents', async () => {
  for (const name of [bakery.id, bakery.number, 'cafe zoe', 'CAFÉ ZOË', ' zoe@cafe.example ']) {
    assert.equal((await told('get_client', { id: name })).id, bakery.id, name);
  }
  const received = { type: 'purchase_receipt', quantity: '40', unit_cost: '1' };
  const movement = await told('create_stock_movement', { ...received, variant_id: 'flour-1', idempotency_key: 'm1' });
  const level = await told('list_stock_levels', { product_id: 'Flour' });
  assert.equal(level.data[0].variant_id, movement.variant_id);
  assert.equal(level.data[0].on_hand, '40');
  assert.equal((await told('get_variant', { id: 'flour' })).id, movement.variant_id, 'by its product');
  assert.equal((await told('list_sales', { client_id: bakery.number })).data.length, 0);
  const lines = [
    { account_id: '1000', debit: '5' },
    { account_id: 'cash on hand', credit: '5' },
  ];
  const unknown = await refusedWith('create_journal_entry', { description: 'Till', lines, idempotency_key: 'j1' });
  assert.notEqual(unknown.errors[0].pointer, '/lines/0/account_id', 'the code is found');
});

test('an invoice is paid, credited and read by its number', async () => {
  const lines = [{ sku: 'FLOUR-1', quantity: '4' }];
  const invoice = await told('create_document', {
    type: 'invoice',
    client: 'Café Zoë',
    lines,
    issue: true,
    idempotency_key: 'i1',
  });
  assert.equal((await told('get_document', { id: invoice.number })).id, invoice.id);
  await told('credit_document', { id: invoice.number, reason: 'damaged', idempotency_key: 'c1' });
  assert.equal((await told('get_document', { id: invoice.number.toLowerCase() })).status, 'credited');
});

test('what fits none is not found, with what comes near; what fits several is never guessed', async () => {
  const none = await refusedWith('get_client', { id: 'Zoë' });
  assert.deepEqual([none.code, none.errors[0].pointer], ['not_found', '/id']);
  assert.deepEqual(
    none.candidates.map(({ id }: Wire) => id),
    [bakery.id],
  );
  assert.match(none.hint, /list_clients/);
  assert.equal((await refusedWith('get_client', { id: 'Nobody at all' })).candidates, undefined);
  const twin = await told('create_client', { type: 'business', display_name: 'Cafe Zoe', allow_duplicate: true });
  const several = await refusedWith('update_client', { id: 'Café Zoë', notes_internal: 'Which one?' });
  assert.equal(several.code, 'ambiguous_name');
  assert.deepEqual(new Set(several.candidates.map(({ id }: Wire) => id)), new Set([bakery.id, twin.id]));
  assert.equal((await told('get_client', { id: bakery.id })).notes_internal, null);
});

test('a product of several variants stands for none of them', async () => {
  const options = [{ name: 'Size', values: ['S', 'L'] }];
  await told('create_product', { type: 'good', name: 'Apron', price: '20', options });
  const several = await refusedWith('get_variant', { id: 'Apron' });
  assert.deepEqual([several.code, several.candidates.length], ['ambiguous_name', 2]);
});

test('only who may see a record may name it', async () => {
  const rival = await service.owner('Rival');
  const theirs = await rival.mint({ preset: 'full' });
  assert.equal((await refusedWith('get_client', { id: bakery.number }, theirs.token)).candidates, undefined);
  const { token: blind } = await ana.mint({ preset: 'full', scopes: ['stock:read', 'stock:write'] });
  const blindly = await refusedWith('list_stock_levels', { product_id: 'Flour' }, blind);
  assert.deepEqual([blindly.code, blindly.errors[0].code], ['validation_failed', 'wrong_id']);
  assert.equal(
    (
      await told(
        'list_stock_levels',
        { variant_id: (await told('list_variants', { sku: 'FLOUR-1' })).data[0].id },
        blind,
      )
    ).data.length,
    1,
  );
});

test('a text that cannot be a name is refused as it ever was', async () => {
  for (const text of ['', '   ', 'x'.repeat(300), 'client_', 'sale_01h455vb4pex5vsknk084sn02q']) {
    const { code } = await refusedWith('get_client', { id: text });
    assert.equal(code, 'validation_failed', text);
  }
});

/** Kinds that nobody calls by a name or a number, or that are parts of something that has one. */
const nameless: Readonly<Record<string, string>> = {
  contact: 'Part of a client, which shows its contacts.',
  sale_line: 'Part of a sale, which shows its lines.',
  expense_line: 'Part of an expense, which shows its lines.',
  allocation: 'Part of a payment or a sale, which show it.',
  expense_payment: 'Part of an expense, which shows what was paid of it.',
  supplier_refund: 'Part of a supplier payment, which shows it.',
  bank_import: 'Has no name: the list shows what each brought in.',
  bank_statement: 'Has no name of its own: the list shows account and days.',
  bank_line: 'Has no number: the list shows day, amount and text.',
  bank_reconciliation: 'Has no name: the list shows account and day.',
  accountant_link: 'Has no name of its own: the list shows whom each is for.',
  report_run: 'Has no name: the list shows its day and its schedule.',
  report_link: 'Part of a run, which shows it.',
  accrual: 'Has no number: the list shows its date, account and amount.',
  schedule: 'Has no number: the list shows what it spreads and when.',
  revaluation: 'Has no number: the list shows its day.',
  vat_return: 'Has no number: the list shows its period.',
  vat_payment: 'Part of a VAT return, which shows it.',
  document_mail: 'Of a document, which lists its mails.',
  document_share: 'Of a document, which lists its links.',
  document_export: 'Has no name: the list shows what each holds.',
  export: 'Has no name: the list shows when each was made.',
  lock_exception: 'Has no name: the list shows what each opens and why.',
  movement: 'Has no number: the list shows what moved when.',
  event: 'Has no name but the kind of what happened.',
  webhook_delivery: 'Has no name: the list shows what was sent when.',
  audit: 'Has no name: the log shows who did what when.',
  practice: 'Has no name: the list shows whose each is and when it began.',
  connected_app: 'No model is shown the list of connected apps.',
  mcp_token: 'No model is shown the list of tokens.',
  user: 'Whoever acted, members or not; members are named as such.',
  session: 'Has no name, and no model is shown the list.',
};

test('every kind of record that a tool takes can be named, or there is a reason why not', () => {
  const taken = new Set(
    catalogue.flatMap((operation) => actionOf(operation)?.places ?? []).map(({ prefix }) => prefix),
  );
  const kinds = Object.entries(prefixes).filter(([, prefix]) => taken.has(prefix));
  assert.ok(kinds.length >= 50);
  const neither = kinds.filter(([kind]) => !(kind in finders) && !(kind in nameless));
  assert.deepEqual(neither, []);
  assert.deepEqual(
    Object.keys(nameless).filter((kind) => kind in finders || !kinds.some(([known]) => known === kind)),
    [],
  );
});

test('the log of a record is asked for by its number, and what names nothing is refused', async () => {
  const sale = await told('record_sale', {
    client_id: bakery.id,
    lines: [{ name: 'Bread', unit_price: '2.00', quantity: '1' }],
    idempotency_key: 'numbered',
  });
  for (const name of ['list_audit_log', 'list_mcp_activity']) {
    const { data } = await told(name, { target_id: sale.number });
    assert.ok(data.length > 0, name);
    const refusal = await refusedWith(name, { target_id: 'INV-1999-00042' });
    assert.deepEqual([refusal.code, refusal.errors[0].pointer], ['not_found', '/target_id'], name);
  }
  // Events are published a moment later; that it takes the number is what is asked here.
  await told('list_events', { object_id: sale.number });
  const gone = 'loc_01h455vb4pex5vsknk084sn02q';
  const refusal = await refusedWith('list_stock_levels', { location_id: gone });
  assert.deepEqual([refusal.code, refusal.errors[0].pointer], ['validation_failed', '/location_id']);
  assert.match(refusal.hint, /list_locations/);
  assert.ok(refusal.candidates.length > 0);
});
