import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { startShop } from '../../../../test/support/shop-service.ts';
import type { Wire } from '../../../../test/support/world.ts';

const { service, shop } = await startShop();
const { who, call, fresh } = shop;

const mint = async (input: object = {}): Promise<string> =>
  (await call('create_mcp_token', { name: fresh('Claude'), preset: 'full', ...input })).token;
const full = await mint();

type Step = { readonly action: string; readonly arguments?: object };
type By = { readonly token?: string; readonly key?: string; readonly dry_run?: boolean; readonly plan?: string };

/** By an AI app. */
async function take(steps: readonly Step[], { token = full, key = randomUUID(), ...more }: By = {}): Promise<Wire> {
  const given = { name: 'run_steps', arguments: { steps }, idempotency_key: key, full: true, ...more };
  return (await service.tool(token, 'run_destructive_action', given)).structuredContent;
}

/** By a program. */
const post = (steps: readonly Step[], query = '') =>
  service.api(who.token, 'POST', `/steps${query}`, { steps }, { 'idempotency-key': randomUUID() });

const ref = (step: number, field = 'id') => ({ $step: step, field });
const newClient = (name = fresh('client')): Step => ({
  action: 'create_client',
  arguments: { type: 'business', display_name: name },
});
const newSale = (price: string, client: unknown = ref(1)): Step => ({
  action: 'record_sale',
  arguments: { client_id: client, lines: [{ name: 'Binding', quantity: '1', unit_price: price }] },
});
const clientsCalled = async (name: string): Promise<number> => (await call('list_clients', { q: name })).data.length;
const undo = (id: string) => service.api(who.token, 'POST', `/mcp/activity/${id}/undo`, {});

test('steps see what those before them wrote, and each has its own line in the audit log', async () => {
  const name = fresh('Mill');
  const paid: Step = { action: 'pay_sale', arguments: { id: ref(2), method: 'cash', amount: ref(2, 'total') } };
  const { status, body, text } = await post([newClient(name), newSale('100.00'), paid]);
  assert.equal(status, 200, text);
  const [client, sale, payment] = body.steps;
  assert.deepEqual(
    body.steps.map(({ step, action }: Wire) => [step, action]),
    [
      [1, 'create_client'],
      [2, 'record_sale'],
      [3, 'pay_sale'],
    ],
  );
  assert.equal((await call('get_client', { id: client.id })).display_name, name);
  const { client_id: buyer, payment_status: state } = await call('get_sale', { id: sale.id });
  assert.deepEqual([buyer, state], [client.id, 'paid']);
  assert.equal(payment.total, sale.total);
  const lines = (await call('list_audit_log', { target_id: sale.id })).data;
  assert.ok(lines.some(({ id }: Wire) => id === sale.audit_id));
});

test('a step that is refused leaves nothing of those before it, and is told by its place', async () => {
  const name = fresh('Mill');
  const { status, body } = await post([newClient(name), newSale('100.00'), newSale('many')]);
  assert.deepEqual([status, body.code, body.step], [422, 'validation_failed', 3]);
  assert.equal(body.errors[0].pointer, '/steps/2/arguments/lines/0/unit_price');
  assert.match(body.detail, /^Step 3, record_sale: /);
  assert.equal(await clientsCalled(name), 0);
  const late = await post([newClient(name), { action: 'archive_client', arguments: { id: ref(1, 'nothing') } }]);
  assert.deepEqual([late.status, late.body.errors[0].pointer], [422, '/steps/1/arguments/id']);
  assert.match(late.body.hint, /display_name/);
  assert.equal(await clientsCalled(name), 0);
});

test('what cannot be a step, and what refers to no step before, is refused before the first', async () => {
  const no = [
    { action: 'list_clients' },
    { action: 'run_steps', arguments: { steps: [] } },
    { action: 'erase_client', arguments: { id: ref(1) } },
    { action: 'create_webhook' },
    { action: 'undo_mcp_write' },
    { action: 'sing_a_song' },
    { action: 'close_month' },
    { action: 'import_bank_statement' },
  ];
  const { status, body } = await post([newClient(), ...no]);
  assert.equal(status, 422);
  assert.deepEqual(
    body.errors.map(({ pointer }: Wire) => pointer),
    no.map((_, index) => `/steps/${index + 1}/action`),
  );
  const wrong = [
    ref(2),
    ref(3),
    ref(0),
    { $step: '1', field: 'id' },
    { $step: 1, field: 'id', or: 'name' },
    { $step: 1 },
  ];
  for (const reference of wrong) {
    const refused = await post([newClient(), newSale('1.00', reference)]);
    assert.deepEqual(
      [refused.status, refused.body.errors[0].code],
      [422, 'wrong_reference'],
      JSON.stringify(reference),
    );
  }
  const poison = await post([newClient(), newSale('1.00', ref(1, 'constructor.name'))]);
  assert.deepEqual([poison.status, poison.body.errors[0].code], [422, 'wrong_reference']);
  assert.equal((await post(Array.from({ length: 21 }, () => newClient()))).status, 422);
});

test('a preview writes nothing, and says by step what it would do, post and not undo', async () => {
  const name = fresh('Mill');
  const steps = [newClient(name), newSale('100.00')];
  const rest = await post(steps, '?dry_run=true');
  assert.deepEqual([rest.status, rest.body.steps.length], [200, 2]);
  const { preview } = await take(steps, { dry_run: true });
  assert.match(preview.sentences[1], /^Step 1, create_client: /);
  assert.ok(preview.sentences.some((one: string) => one.startsWith('Step 2, record_sale: Posts ')));
  assert.ok(preview.journal.length >= 2);
  assert.equal(await clientsCalled(name), 0);
  const done = await take(steps, { plan: preview.plan });
  assert.equal(done.steps.length, 2, JSON.stringify(done));
  const again = [newSale('4.00', done.steps[0].id), newSale('3.00', done.steps[0].id)];
  const { plan } = (await take(again, { dry_run: true })).preview;
  assert.equal((await take(again, { plan })).steps.length, 2);
  assert.equal((await take(again, { plan })).code, 'plan_used');
  const other = (await take([newClient(), newSale('5.00')], { dry_run: true })).preview.plan;
  assert.equal((await take([newClient(), newSale('5.01')], { plan: other })).code, 'plan_changed');
});

test('the same key answers the same, and takes no step twice', async () => {
  const [key, name] = [randomUUID(), fresh('Mill')];
  const first = await take([newClient(name)], { key });
  const again = await take([newClient(name)], { key });
  assert.equal(first.steps[0].id, again.steps[0].id);
  assert.equal(await clientsCalled(name), 1);
});

test('steps are undone as one, the last first, and not at all where one has no way back', async () => {
  const done = await take([newClient(), newSale('70.00')]);
  assert.equal((await undo(done.undo.id)).status, 200);
  const [client, sale] = done.steps;
  assert.equal((await call('get_sale', { id: sale.id })).status, 'voided');
  // What was sold to stays: a client with history is archived.
  assert.equal((await call('get_client', { id: client.id })).archived_at === null, false);
  assert.equal((await undo(done.undo.id)).body.code, 'already_undone');
  const archived = { action: 'pay_sale', arguments: { id: ref(2), method: 'cash' } };
  const whole = await take([newClient(), newSale('71.00'), archived]);
  assert.deepEqual(
    [whole.steps.map(({ undoable }: Wire) => undoable), whole.undo !== undefined],
    [[true, true, true], true],
  );
  assert.equal((await undo(whole.undo.id)).status, 200);
});

test('a client, a product, its sale, the issued invoice and the payment are undone as one', async () => {
  const done = await take([
    newClient(),
    { action: 'create_product', arguments: { name: fresh('notebook'), type: 'service', price: '12.50' } },
    {
      action: 'record_sale',
      arguments: { client_id: ref(1), lines: [{ variant_id: ref(2, 'variants.0.id'), quantity: '4' }] },
    },
    { action: 'create_document', arguments: { type: 'invoice', sale_id: ref(3), issue: true } },
    { action: 'pay_sale', arguments: { id: ref(3), method: 'cash' } },
  ]);
  const [client, product, sale, invoice, payment] = done.steps;
  const undone = await undo(done.undo.id);
  assert.deepEqual([undone.status, undone.body.outcome], [200, 'credited'], undone.text);
  assert.equal((await call('get_payment', { id: payment.id })).status, 'voided');
  assert.equal((await call('get_document', { id: invoice.id })).amount_due, '0.00');
  const { amount_credited: credited, total } = await call('get_sale', { id: sale.id });
  assert.equal(credited, total);
  for (const [name, { id }] of [
    ['get_client', client],
    ['get_product', product],
  ] as const) {
    assert.equal((await call(name, { id })).status, 'archived');
  }
  const { data } = await call('list_mcp_activity', { target_id: sale.id });
  assert.ok(data.some(({ action, undo: way }: Wire) => action === 'record_sale' && way.undone_at !== null));
});

test('one step that somebody changed since keeps all of them', async () => {
  const done = await take([newClient(), newSale('72.00')]);
  await call('update_client', { id: done.steps[0].id, phone: '+49 30 2' });
  const refused = await undo(done.undo.id);
  assert.deepEqual([refused.status, refused.body.code], [409, 'changed_since']);
  assert.equal((await call('get_sale', { id: done.steps[1].id })).status, 'confirmed');
});

test('a token needs for a step what it needs alone, and its rights, actions and preset count', async () => {
  const name = fresh('Mill');
  const narrow = await mint({ scopes: ['clients:write', 'clients:read'] });
  const refused = await take([newClient(name), newSale('10.00')], { token: narrow });
  assert.deepEqual([refused.code, refused.step], ['insufficient_scope', 2], JSON.stringify(refused));
  const listed = await mint({ limits: { allowed_actions: ['run_steps', 'create_client'] } });
  assert.equal((await take([newClient(name), newSale('10.00')], { token: listed })).code, 'insufficient_scope');
  assert.equal(
    (await take([newClient(name)], { token: await mint({ preset: 'read_only' }) })).code,
    'insufficient_scope',
  );
  assert.equal(await clientsCalled(name), 0);
  const seller = await mint({ preset: 'standard' });
  assert.equal((await take([newClient(name)], { token: seller })).steps.length, 1);
});

test('a value that comes from an earlier step cannot pass by what needs a person', async () => {
  const drafts = await mint({ preset: 'draft_only' });
  const draft = (confirm: unknown): Step => ({
    action: 'create_sale',
    arguments: { ...newSale('10.00', null).arguments, confirm },
  });
  assert.equal((await take([newClient(), draft(false)], { token: drafts })).steps?.length, 2);
  const { code } = await take([newClient(), draft(ref(1, 'is_company'))], { token: drafts });
  assert.equal(code, 'validation_failed', 'it asked for a person, whose preview had no such field');
  const { code: waits } = await take([draft(false), draft(ref(1, 'prices_include_tax'))], { token: drafts });
  assert.equal(waits, 'approval_required');
});

test('limits of a token count every step, and their sum to the day', async () => {
  const limits = {
    max_amount_per_write: { EUR: '100.00' },
    max_amount_per_day: { EUR: '150.00' },
    max_writes_per_day: 9,
  };
  const token = await mint({ preset: 'full', limits });
  assert.equal((await take([newClient(), newSale('60.00'), newSale('60.00')], { token })).steps?.length, 3);
  const beyond = await take([newClient(), newSale('60.00')], { token });
  assert.deepEqual([beyond.code, beyond.limit], ['approval_required', 'max_amount_per_day'], JSON.stringify(beyond));
  const large = await take([newClient(), newSale('101.00')], { token });
  assert.deepEqual([large.code, large.limit], ['approval_required', 'max_amount_per_write']);
});

test('one approval covers all steps, shows each, and carries out what was previewed', async () => {
  const name = fresh('<b>Mill</b>');
  const token = await mint({ preset: 'draft_only' });
  const steps = [newClient(name), newSale('80.00')];
  const asked = await take(steps, { token });
  assert.equal(asked.code, 'approval_required', JSON.stringify(asked));
  const { body: approval } = await service.api(who.token, 'GET', `/approvals/${asked.approval_id}`);
  assert.deepEqual(
    approval.preview.steps.map(({ action }: Wire) => action),
    ['create_client', 'record_sale'],
  );
  const sent = approval.preview.steps[1].asked.find(({ field }: Wire) => field === 'client_id');
  assert.equal(sent.value, 'id of step 1');
  const { status, body, text } = await service.api(who.token, 'POST', `/approvals/${asked.approval_id}/approve`, {});
  assert.deepEqual([status, body.status], [200, 'approved'], text);
  const [client] = body.result.steps;
  assert.equal((await call('get_client', { id: client.id })).display_name, name);
  const [line] = (await call('list_mcp_activity', { target_id: client.id })).data;
  assert.equal(line.undo.possible, true);
});
