import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import pg from 'pg';
import { createMcpService } from '../../../../test/support/mcp-service.ts';
import { tableSums } from '../../../../test/support/table-sums.ts';
import type { Wire } from '../../../../test/support/world.ts';

const service = await createMcpService();
const ana = await service.owner('Acme');
const bea = await service.owner('Borealis');

type Asked = { readonly arguments?: object; readonly [more: string]: unknown };

/** Calls an action by the tool for its effect, and answers with what it structured. */
const act =
  (token: string, effect: 'read' | 'write' | 'destructive') =>
  async (name: string, input: object = {}, more: Asked = {}): Promise<Wire> => {
    const key = effect === 'read' ? {} : { idempotency_key: randomUUID(), full: true };
    const given = { name, arguments: input, ...key, ...more };
    return (await service.tool(token, `run_${effect}_action`, given)).structuredContent;
  };

/** An AI app, and the ways it calls. */
async function newApp(input: object = {}) {
  const { token, id } = await ana.mint({ preset: 'full', ...input });
  const tool = async (name: string, given: object = {}): Promise<Wire> =>
    (await service.tool(token, name, given)).structuredContent;
  const write = act(token, 'write');
  return { token, id, tool, read: act(token, 'read'), write, destroy: act(token, 'destructive') };
}

type App = Awaited<ReturnType<typeof newApp>>;

const key = () => ({ idempotency_key: randomUUID() });
let count = 0;
const fresh = (name: string) => `${name} ${(count += 1)}`;
const newClient = (name: string) => ({ type: 'business', display_name: name, ...key() });
const newSale = (client: string, price = '100.00') => ({
  client_id: client,
  lines: [{ name: 'Binding', quantity: '1', unit_price: price }],
  ...key(),
});
const clientsCalled = async (name: string): Promise<Wire[]> =>
  (await ana.rest('GET', `/clients?q=${encodeURIComponent(name)}`)).data;

/** A client, a sale to them and its payment, practised. */
async function practised(app: App, name: string) {
  const practice = await app.write('start_practice');
  const client = await app.tool('create_client', newClient(name));
  const sale = await app.tool('record_sale', newSale(client.id));
  const payment = await app.write('pay_sale', { id: sale.id, method: 'cash' });
  return { practice, client, sale, payment };
}

async function asOwner<Result>(work: (owner: pg.Client) => Promise<Result>): Promise<Result> {
  const owner = new pg.Client({ connectionString: service.database.ownerUrl });
  await owner.connect();
  try {
    return await work(owner);
  } finally {
    await owner.end();
  }
}

/** Tables that a practice itself is kept in, and what is noted of any call. */
const ofPractice = ['practices', 'audit_log', 'audit_unsealed', 'call_events', 'unpublished_events', 'mcp_tokens'];
const beside = [...ofPractice, 'idempotency_keys', 'jobs', 'mcp_readings', 'mcp_writes'];
const sums = () => asOwner((owner) => tableSums(owner, beside));

test('what an AI app practises is seen by it alone, and is not in the books', async () => {
  const [app, other] = [await newApp(), await newApp()];
  const before = await sums();
  const name = fresh('Old Mill');
  const { practice, client, sale } = await practised(app, name);
  assert.equal(practice.status, 'running', JSON.stringify(practice));
  assert.equal(client.practice, practice.id, JSON.stringify(client));
  const seen = await app.tool('get_client', { id: client.id });
  assert.deepEqual([seen.display_name, seen.practice], [name, practice.id]);
  const paid = await app.read('get_sale', { id: sale.id });
  assert.deepEqual([paid.payment_status, paid.practice], ['paid', practice.id], JSON.stringify(paid));
  assert.match(paid.number, /^PRACTICE-/);
  assert.deepEqual(await clientsCalled(name), []);
  assert.equal((await other.tool('get_client', { id: client.id })).code, 'not_found');
  assert.deepEqual(await sums(), before);
});

test('reports in a practice count what is practised, on both bases', async () => {
  const app = await newApp();
  const revenue = async () => {
    const { totals } = await app.read('get_revenue');
    const cash = await app.read('get_profit_and_loss', { basis: 'cash' });
    return [totals.sales, Number(totals.net.amount), Number(cash.totals.revenue.amount)];
  };
  const before = await revenue();
  await practised(app, fresh('Old Mill'));
  const [sales = 0, net = 0, cash = 0] = before;
  assert.deepEqual(await revenue(), [sales + 1, net + 100, cash + 100]);
});

test('it shows what would change, and every answer says that it is practice', async () => {
  const app = await newApp();
  const { practice } = await practised(app, fresh('Old Mill'));
  const told = await app.read('get_practice', { id: practice.id });
  assert.deepEqual(
    told.steps.map(({ step, action }: Wire) => [step, action]),
    [
      [1, 'create_client'],
      [2, 'record_sale'],
      [3, 'pay_sale'],
    ],
  );
  assert.ok(told.steps[1].effect.sentences.some((sentence: string) => sentence.startsWith('Posts ')));
  const { content, structuredContent } = await service.tool(app.token, 'get_client', { id: 'nobody' });
  assert.deepEqual([structuredContent.code, structuredContent.practice], ['not_found', practice.id]);
  assert.match(content.at(-1).text, /^PRACTICE prac_/);
  const greeting = await service.rpc(app.token, 'initialize', {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'probe', version: '1' },
  });
  assert.match(greeting.body.result.instructions, /^PRACTICE prac_/);
  const overview = await service.rpc(app.token, 'resources/read', { uri: 'daybook://overview' });
  assert.match(overview.body.result.contents.at(-1).text, /^PRACTICE prac_/);
});

test('promoted, the writes are in the books once, under new ids and numbers, and the practice is over', async () => {
  const app = await newApp();
  const name = fresh('Old Mill');
  const { practice, client } = await practised(app, name);
  const preview = await app.destroy('promote_practice', { id: practice.id }, { dry_run: true });
  assert.ok(preview.preview.sentences.some((one: string) => one.startsWith('Step 2, record_sale: Posts ')));
  assert.deepEqual(await clientsCalled(name), []);
  const { plan } = preview.preview;
  const done = await app.destroy('promote_practice', { id: practice.id }, { plan });
  assert.equal(done.steps?.length, 3, JSON.stringify(done));
  assert.equal(done.practice, undefined);
  const [real, ...others] = await clientsCalled(name);
  assert.deepEqual(others, []);
  assert.notEqual(real.id, client.id);
  const sale = await app.tool('get_sale', { id: done.steps[1].id });
  assert.deepEqual([sale.practice, sale.client_id, sale.payment_status], [undefined, real.id, 'paid']);
  assert.doesNotMatch(sale.number, /PRACTICE/);
  const again = await app.destroy('promote_practice', { id: practice.id });
  assert.equal(again.code, 'practice_not_running');
  const over = await app.read('get_practice', { id: practice.id });
  assert.deepEqual([over.status, over.writes, over.steps], ['promoted', 3, []]);
  assert.equal((await clientsCalled(name)).length, 1);
});

test('ended, nothing of it is left, and the app is in the books again', async () => {
  const app = await newApp();
  const { practice, client } = await practised(app, fresh('Old Mill'));
  const ended = await app.write('end_practice', { id: practice.id });
  assert.deepEqual([ended.status, ended.writes], ['ended', 3], JSON.stringify(ended));
  const { rows } = await asOwner((owner) => owner.query("select writes from practices where state = 'ended'"));
  assert.ok(rows.every(({ writes }: Wire) => writes.length === 0));
  const gone = await app.tool('get_client', { id: client.id });
  assert.deepEqual([gone.code, gone.practice], ['not_found', undefined]);
  const name = fresh('Real Mill');
  await app.tool('create_client', newClient(name));
  assert.equal((await clientsCalled(name)).length, 1);
});

test('a step that the books no longer allow is named, and the practice is rewound to before it', async () => {
  const app = await newApp();
  const { id } = await ana.rest('POST', '/clients', { type: 'business', display_name: fresh('Real Mill') });
  const practice = await app.write('start_practice');
  await app.tool('create_client', newClient(fresh('Old Mill')));
  const sale = await app.tool('record_sale', newSale(id));
  assert.notEqual(sale.id, undefined, JSON.stringify(sale));
  await ana.rest('POST', `/clients/${id}/archive`, {});
  const refused = await app.tool('get_client', { id });
  assert.deepEqual([refused.code, refused.step, refused.action], ['practice_outdated', 2, 'record_sale']);
  const preview = await app.destroy('promote_practice', { id: practice.id }, { dry_run: true });
  assert.equal(preview.step, 2, JSON.stringify(preview));
  const rewound = await app.write('rewind_practice', { id: practice.id, keep: 1 });
  assert.equal(rewound.writes, 1, JSON.stringify(rewound));
  assert.equal((await app.tool('get_client', { id })).status, 'archived');
});

test('what needs a person in the books needs one to be promoted, and none to be tried', async () => {
  const app = await newApp({ preset: 'draft_only' });
  const name = fresh('Old Mill');
  const { practice, sale } = await practised(app, name);
  assert.notEqual(sale.id, undefined, JSON.stringify(sale));
  const asked = await app.destroy('promote_practice', { id: practice.id });
  assert.equal(asked.code, 'approval_required', JSON.stringify(asked));
  assert.deepEqual(await clientsCalled(name), []);
  const approved = await ana.rest('POST', `/approvals/${asked.approval_id}/approve`, {});
  assert.equal(approved.status, 'approved', JSON.stringify(approved));
  assert.equal((await clientsCalled(name)).length, 1);
  assert.equal((await ana.rest('GET', `/mcp/practices/${practice.id}`)).status, 'promoted');
});

test('an app that a person put into practice leaves it by no call of its own', async () => {
  const app = await newApp();
  const practice = await ana.rest('POST', '/mcp/practices', { token_id: app.id });
  const name = fresh('Old Mill');
  await app.tool('create_client', newClient(name));
  assert.equal((await app.write('end_practice', { id: practice.id })).code, 'practice_held');
  assert.equal((await app.write('start_practice')).code, 'practice_running');
  assert.equal((await app.destroy('promote_practice', { id: practice.id })).code, 'approval_required');
  assert.deepEqual(await clientsCalled(name), []);
  const headers = { authorization: `Bearer ${ana.access}`, 'idempotency-key': randomUUID() };
  const promoted = await service.http('POST', `/api/mcp/practices/${practice.id}/promote`, { headers, body: {} });
  assert.equal(promoted.status, 200, promoted.text);
  assert.equal((await clientsCalled(name)).length, 1);
});

test('no other token and no other organisation finds a practice or goes on with it', async () => {
  const [app, other] = [await newApp(), await newApp()];
  const { practice } = await practised(app, fresh('Old Mill'));
  const stranger = (await bea.mint({ preset: 'full' })).token;
  for (const by of [other, { read: act(stranger, 'read'), write: act(stranger, 'write') }]) {
    assert.equal((await by.read('get_practice', { id: practice.id })).code, 'not_found');
    assert.equal((await by.write('end_practice', { id: practice.id })).code, 'not_found');
    assert.deepEqual((await by.read('list_practices')).data, []);
  }
  assert.equal((await app.read('get_practice', { id: practice.id })).status, 'running');
});

test('what cannot be taken back, printed or asked outside is not practised', async () => {
  const app = await newApp();
  const { sale } = await practised(app, fresh('Old Mill'));
  for (const [name, input] of [
    ['undo_mcp_write', { id: 'aud_01h455vb4pex5vsknk084sn02q' }],
    ['run_steps', { steps: [{ action: 'create_client', arguments: {} }] }],
    ['erase_client', { id: sale.client_id }],
  ] as const) {
    const by = name === 'undo_mcp_write' ? app.write : app.destroy;
    assert.equal((await by(name, input)).code, 'not_in_practice', name);
  }
  const invoice = await app.write('create_document', { type: 'invoice', sale_id: sale.id, issue: true });
  assert.match(invoice.number, /^PRACTICE-/, JSON.stringify(invoice));
  const { body } = await service.rpc(app.token, 'resources/read', {
    uri: `daybook://documents/${invoice.number}.pdf`,
  });
  assert.notEqual(body.error, undefined);
});

test('a repeated key is answered as before, and twenty writes fill a practice', async () => {
  const app = await newApp();
  const practice = await app.write('start_practice');
  const first = newClient(fresh('Old Mill'));
  const [once, twice] = [await app.tool('create_client', first), await app.tool('create_client', first)];
  assert.equal(once.id, twice.id);
  for (let made = 1; made < 20; made += 1) await app.tool('create_client', newClient(fresh('Mill')));
  assert.equal((await app.tool('create_client', newClient(fresh('Mill')))).code, 'practice_full');
  const { writes } = await app.read('get_practice', { id: practice.id });
  assert.equal(writes, 20);
  const done = await app.destroy('promote_practice', { id: practice.id });
  assert.equal(done.steps?.length, 20, JSON.stringify(done));
});

test('calls at the same time are all kept, one after the other', async () => {
  const app = await newApp();
  const practice = await app.write('start_practice');
  const answers = await Promise.all([1, 2].map(() => app.tool('create_client', newClient(fresh('Mill')))));
  const { steps } = await app.read('get_practice', { id: practice.id });
  assert.deepEqual(new Set(steps.map(({ id }: Wire) => id)), new Set(answers.map(({ id }) => id)));
});
