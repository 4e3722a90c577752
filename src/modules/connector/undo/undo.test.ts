import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import type { SignedIn } from '../../../../test/support/running-service.ts';
import { startShop } from '../../../../test/support/shop-service.ts';
import type { Wire } from '../../../../test/support/world.ts';
import { uuidFrom } from '../../../wire/type-id.ts';

const { service, shop } = await startShop();
const { who, call, fresh } = shop;

const mint = async (input: object = {}): Promise<string> =>
  (await call('create_mcp_token', { name: fresh('Claude'), preset: 'full', ...input })).token;
const full = await mint();

type Write = { readonly token?: string; readonly conversation?: string; readonly effect?: string };

async function act(
  name: string,
  input: object,
  { token = full, conversation, effect = 'write' }: Write = {},
): Promise<Wire> {
  const meta = conversation === undefined ? {} : { _meta: { 'daybook/conversation': conversation } };
  const given = { name, arguments: input, idempotency_key: randomUUID(), full: true };
  const params = { name: `run_${effect}_action`, arguments: given, ...meta };
  const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
  const answer = await service.send({ method: 'POST', path: '/api/mcp/mcp', token, body });
  return answer.body.result.structuredContent;
}

const newClient = (options: Write = {}): Promise<Wire> =>
  act('create_client', { type: 'business', display_name: fresh('client') }, options);
const undo = (id: string, by: SignedIn = who) => service.api(by.token, 'POST', `/mcp/activity/${id}/undo`, {});
const undoAll = (id: string) => service.api(who.token, 'POST', `/mcp/activity/${id}/undo-conversation`, {});
const activityOf = async (target: string): Promise<Wire[]> =>
  (await call('list_mcp_activity', { target_id: target })).data;

test('a write says how to undo it, and a person who may undoes it with one call', async () => {
  const client = await newClient();
  assert.deepEqual([client.undo.action, client.undo.calls], ['undo_mcp_write', ['delete_client']]);
  assert.ok(Date.parse(client.undo.until) > Date.now() + 23 * 3_600_000);
  const [open] = await activityOf(client.id);
  assert.deepEqual([open?.id, open?.undo.possible, open?.undo.steps], [client.undo.id, true, ['delete_client']]);
  const undone = await undo(client.undo.id);
  assert.equal(undone.status, 200, undone.text);
  assert.deepEqual([undone.body.action, undone.body.target_id], ['create_client', client.id]);
  assert.equal(undone.body.undone_by.id, who.user);
  await assert.rejects(call('get_client', { id: client.id }), /404/);
  const [closed] = await activityOf(client.id);
  assert.deepEqual([closed?.undo.possible, closed?.undo.undone_by.id], [false, who.user]);
});

test('a sale that was paid at once is undone whole: its payment is void, and so is the sale', async () => {
  const lines = [{ name: fresh('work'), quantity: '1', unit_price: '100.00' }];
  const sale = await act('record_sale', { lines, payments: [{ method: 'cash' }] });
  assert.deepEqual(sale.undo.calls, ['void_payment', 'void_sale'], JSON.stringify(sale));
  const undone = await undo(sale.undo.id);
  assert.equal(undone.status, 200, undone.text);
  assert.equal((await call('get_sale', { id: sale.id })).status, 'voided');
  assert.equal((await call('get_payment', { id: sale.payments[0].id })).status, 'voided');
});

test('changed fields get the values that they had', async () => {
  const made = await call('create_client', { type: 'business', display_name: fresh('client'), phone: '+49 30 1' });
  const changed = await act('update_client', { id: made.id, phone: null, tags: ['vip'] });
  assert.equal((await undo(changed.undo.id)).status, 200);
  const now = await call('get_client', { id: made.id });
  assert.deepEqual([now.phone, now.tags, now.version], [made.phone, made.tags, made.version + 2]);
});

test('what somebody has changed since is not undone, and stays as they left it', async () => {
  const made = await call('create_client', { type: 'business', display_name: fresh('client') });
  const changed = await act('update_client', { id: made.id, phone: '+49 30 1' });
  await call('update_client', { id: made.id, phone: '+49 30 2' });
  const refused = await undo(changed.undo.id);
  assert.deepEqual([refused.status, refused.body.code], [409, 'changed_since'], refused.text);
  assert.deepEqual([refused.body.changed_by.id, refused.body.changed_with], [who.user, 'update_client']);
  assert.equal((await call('get_client', { id: made.id })).phone, '+49 30 2');
  const [line] = await activityOf(made.id);
  assert.deepEqual([line?.undo.possible, line?.undo.changed_since], [false, true]);
});

test('what moved with a change of many is not undone either', async () => {
  const category = await call('create_product_category', { name: fresh('category') });
  const product = await call('create_product', {
    name: fresh('thing'),
    category_id: category.id,
    variants: [{ price: '10.00' }],
  });
  const [{ id }] = (await call('list_variants', { product_id: product.id })).data;
  const changed = await act('update_variant', { id, price: '12.00' });
  await call('change_category_prices', { id: category.id, direction: 'raise', percent: '50' });
  const refused = await undo(changed.undo.id);
  assert.equal(refused.body.code, 'changed_since', refused.text);
  assert.equal(refused.body.problem.code, 'version_conflict');
  assert.equal((await call('get_variant', { id })).price, '18.00');
});

test('control: what was changed and undone again does not stand in the way', async () => {
  const client = await newClient();
  const changed = await act('update_client', { id: client.id, phone: '+49 30 1' });
  assert.equal((await undo(client.undo.id)).body.code, 'changed_since');
  assert.equal((await undo(changed.undo.id)).status, 200);
  const undone = await undo(client.undo.id);
  assert.equal(undone.status, 200, undone.text);
});

test('what is left of a write is said: a record it made, and none that it restored', async () => {
  const rate = await act('create_tax_rate', { name: fresh('rate'), percentage: '7' });
  assert.equal((await undo(rate.undo.id)).body.outcome, 'archived');
  const client = await newClient();
  await call('archive_client', { id: client.id });
  const restored = await act('restore_client', { id: client.id });
  const undone = await undo(restored.undo.id);
  assert.deepEqual([undone.body.outcome, undone.body.steps[0].action], ['taken_back', 'archive_client'], undone.text);
});

test('a write is undone once, however often and at once it is asked for', async () => {
  const client = await newClient();
  const answers = await Promise.all(Array.from({ length: 4 }, () => undo(client.undo.id)));
  assert.deepEqual(
    answers.map(({ status }) => status).toSorted((a, b) => a - b),
    [200, 409, 409, 409],
  );
  for (const { status, body } of answers) if (status === 409) assert.equal(body.code, 'already_undone');
});

test('after 24 hours it is too late', async () => {
  const client = await newClient();
  const id = uuidFrom('aud', client.undo.id);
  await service.owner.query(`update mcp_writes set at = at - interval '24 hours' where id = $1`, [id]);
  assert.equal((await undo(client.undo.id)).body.code, 'undo_expired');
  assert.equal((await activityOf(client.id))[0]?.undo.possible, false);
});

test('a write that nothing takes back exactly offers no undo and refuses one', async () => {
  const token = await mint({ preset: 'full' });
  const client = await newClient({ token });
  const removed = await act('delete_client', { id: client.id }, { effect: 'destructive', token });
  assert.equal(removed.undo, undefined);
  const [line] = (await call('list_mcp_activity', { target_id: client.id, action: 'delete_client' })).data;
  assert.deepEqual([line.undo.possible, line.undo.until, line.undo.reason], [false, null, 'deleted']);
  const { body } = await undo(line.id);
  assert.deepEqual([body.code, body.reason], ['undo_unavailable', 'deleted']);
  assert.match(body.detail, /create it again/);
});

test('whoever may not do what takes it back may not undo it, and strangers find nothing', async () => {
  const client = await newClient();
  const accountant = await service.colleague(who, 'accountant');
  const refused = await undo(client.undo.id, accountant);
  assert.deepEqual([refused.status, refused.body.needs], [403, 'clients:manage'], refused.text);
  const stranger = await service.register('Rival');
  assert.equal((await undo(client.undo.id, stranger)).status, 404);
  const ofOther = await act('undo_mcp_write', { id: client.undo.id }, { token: await mint() });
  assert.equal(ofOther.code, 'not_found');
  assert.equal((await call('get_client', { id: client.id })).status, 'active');
});

test('a token takes back by itself what it made a moment ago and nobody else has touched', async () => {
  const token = await mint({ preset: 'standard' });
  const client = await newClient({ token });
  const done = await act('undo_mcp_write', { id: client.undo.id }, { token });
  assert.deepEqual([done.action, done.outcome], ['create_client', 'taken_back'], JSON.stringify(done));
  const touched = await newClient({ token });
  await call('update_client', { id: touched.id, phone: '+49 30 1' });
  const refused = await act('undo_mcp_write', { id: touched.undo.id }, { token });
  assert.equal(refused.code, 'changed_since', JSON.stringify(refused));
});

test('a token undoes under the rules of what takes it back: what those leave to a person waits', async () => {
  const token = await mint({ preset: 'standard' });
  const client = await newClient({ token });
  const line = uuidFrom('aud', client.undo.id);
  await service.owner.query(`update mcp_writes set at = at - interval '61 minutes' where id = $1`, [line]);
  const told = await act('undo_mcp_write', { id: client.undo.id }, { token });
  assert.deepEqual([told.code, told.action], ['approval_required', 'undo_mcp_write'], JSON.stringify(told));
  assert.equal((await call('get_client', { id: client.id })).status, 'active');
  const done = await service.api(who.token, 'POST', `/approvals/${told.approval_id}/approve`, {});
  assert.equal(done.body.status, 'approved', done.text);
  assert.ok((await activityOf(client.id)).some((entry: Wire) => entry.undo.undone_at !== null));
  const made = await call('create_client', { type: 'business', display_name: fresh('client') });
  const changed = await act('update_client', { id: made.id, phone: '+49 30 1' }, { token });
  const undone = await act('undo_mcp_write', { id: changed.undo.id }, { token });
  assert.equal(undone.action, 'update_client', JSON.stringify(undone));
});

test('a preview of an undo shows what it would post, and undoes nothing', async () => {
  const lines = [{ name: fresh('work'), quantity: '1', unit_price: '100.00' }];
  const sale = await act('record_sale', { lines, client_id: shop.ids['client'] });
  const given = { name: 'undo_mcp_write', arguments: { id: sale.undo.id }, dry_run: true };
  const { structuredContent: shown } = await service.tool(full, 'run_write_action', given);
  assert.ok(shown.preview.journal.length >= 2, JSON.stringify(shown));
  assert.equal((await call('get_sale', { id: sale.id })).status, 'confirmed');
});

test('a conversation is undone in one call, the latest first, and says of each what became of it', async () => {
  const [mine, other] = [randomUUID(), randomUUID()];
  const client = await newClient({ conversation: mine });
  const lines = [{ name: fresh('work'), quantity: '1', unit_price: '100.00' }];
  const sale = await act('record_sale', { lines, client_id: client.id }, { conversation: mine });
  const payment = { amount: '119.00', method: 'cash', allocations: [{ sale_id: sale.id, amount: sale.total }] };
  const paid = await act('create_payment', { ...payment, amount: sale.total }, { conversation: mine });
  const elsewhere = await newClient({ conversation: other });
  const kept = await newClient({ conversation: mine });
  await call('update_client', { id: kept.id, phone: '+49 30 1' });
  const { status, body, text } = await undoAll(client.undo.id);
  assert.equal(status, 200, text);
  const actions = ({ action }: Wire) => action;
  // The client has a void sale and a void payment behind it, which stay on record, and so does the client.
  assert.deepEqual(body.undone.map(actions), ['create_payment', 'record_sale', 'create_client']);
  assert.deepEqual(
    body.writes.map(({ action, outcome }: Wire) => [action, outcome]),
    [
      ['create_client', 'left'],
      ['create_payment', 'taken_back'],
      ['record_sale', 'taken_back'],
      ['create_client', 'archived'],
    ],
  );
  const reasons = body.left.map(({ target_id, code }: Wire) => [target_id, code]);
  assert.deepEqual(reasons, [[kept.id, 'changed_since']]);
  assert.equal((await call('get_client', { id: client.id })).status, 'archived');
  assert.equal((await call('get_sale', { id: sale.id })).status, 'voided');
  assert.equal((await call('get_payment', { id: paid.id })).status, 'voided');
  assert.equal((await call('get_client', { id: elsewhere.id })).status, 'active');
});

test('where a client names no conversation, it is what a token wrote without a long pause', async () => {
  const token = await mint();
  const made = [await newClient({ token }), await newClient({ token }), await newClient({ token })] as const;
  const first = uuidFrom('aud', made[0].undo.id);
  await service.owner.query(`update mcp_writes set at = at - interval '31 minutes' where id = $1`, [first]);
  const { body } = await undoAll(made[1].undo.id);
  assert.deepEqual(
    body.undone.map(({ target_id }: Wire) => target_id),
    [made[2].id, made[1].id],
  );
  assert.equal((await call('get_client', { id: made[0].id })).status, 'active');
});

/** Non-zero balances by account. */
async function books(): Promise<unknown[]> {
  const { rows } = await service.owner.query(
    `select account_id, sum(amount) as amount from journal_lines group by 1 having sum(amount) <> 0 order by 1`,
  );
  return rows;
}

test('a long conversation is undone: what must stay is archived or credited, and the rest says why', async () => {
  await service.api(who.token, 'PATCH', '/mcp/settings', { ask_after: 'nothing' });
  const conversation = randomUUID();
  const say = async (name: string, input: object, effect = 'write'): Promise<Wire> => {
    const answer = await act(name, input, { conversation, effect });
    assert.equal(answer.code, undefined, `${name}: ${JSON.stringify(answer)}`);
    return answer;
  };
  const category = await call('create_product_category', { name: fresh('category') });
  const variants = [{ price: '10.00', price_tiers: [{ min_quantity: '5', price: '9.00' }] }];
  const old = await call('create_product', { name: fresh('thing'), category_id: category.id, variants });
  const [{ id: oldVariant }] = (await call('list_variants', { product_id: old.id })).data;
  const [{ id: category_id }] = (await call('list_expense_categories', { limit: 1 })).data;
  const before = await books();
  const client = await say('create_client', {
    type: 'business',
    display_name: fresh('client'),
    email: `${randomUUID()}@example.com`,
  });
  const product = await say('create_product', { name: fresh('service'), type: 'service', price: '40.00' });
  await say('change_category_prices', { id: category.id, direction: 'raise', percent: '50' });
  assert.equal((await call('get_variant', { id: oldVariant })).price, '15.00');
  const [{ id: variant_id }] = (await call('list_variants', { product_id: product.id })).data;
  const sale = await say('record_sale', { client_id: client.id, lines: [{ variant_id, quantity: '2' }] });
  const invoice = await say('create_document', { type: 'invoice', sale_id: sale.id, issue: true });
  await say('send_document', { id: invoice.id });
  await say('create_payment', {
    amount: sale.total,
    method: 'cash',
    client_id: client.id,
    allocations: [{ sale_id: sale.id, amount: sale.total }],
  });
  await say('create_expense', { payee_name: fresh('payee'), lines: [{ category_id, amount: '12.00' }], post: true });
  const { status, body, text } = await undoAll(client.undo.id);
  assert.equal(status, 200, text);
  assert.deepEqual(
    body.writes.map(({ action, outcome }: Wire) => [action, outcome]),
    [
      ['create_expense', 'taken_back'],
      ['create_payment', 'taken_back'],
      ['send_document', 'left'],
      ['create_document', 'credited'],
      ['record_sale', 'left'],
      ['change_category_prices', 'taken_back'],
      ['create_product', 'archived'],
      ['create_client', 'archived'],
    ],
    text,
  );
  const sent = body.writes.find(({ action }: Wire) => action === 'send_document');
  assert.deepEqual([sent.code, sent.reason], ['undo_unavailable', 'sent']);
  assert.match(sent.detail, /reached somebody outside/);
  const { price, price_tiers: tiers } = await call('get_variant', { id: oldVariant });
  assert.deepEqual([price, tiers[0].price], ['10.00', '9.00']);
  assert.deepEqual(await books(), before);
});
