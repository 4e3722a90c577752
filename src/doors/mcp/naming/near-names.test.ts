import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMcpService } from '../../../../test/support/mcp-service.ts';
import type { Wire } from '../../../../test/support/world.ts';

const service = await createMcpService();
const ana = await service.owner('Acme');
const { token } = await ana.mint({ preset: 'full' });

let keys = 0;

async function answered(name: string, input: object, by = token): Promise<Wire> {
  const key = /^(?:record|create)_/.test(name) ? { idempotency_key: `k${(keys += 1)}`, full: true } : {};
  const { structuredContent } = await service.tool(by, name, { ...input, ...key });
  return structuredContent;
}

const names = (candidates: Wire[] | undefined) => candidates?.map(({ title, name, number }) => title ?? name ?? number);

await answered('create_client', { type: 'business', display_name: 'Bistro Kruidnagel' });
await answered('create_product', { type: 'service', name: 'Brass fountain pen', sku: 'FP', price: '68' });
const lines = [{ name: 'Work', quantity: '1', unit_price: '10' }];

test('a client or a product whose name was misspelt is refused with whoever is meant', async () => {
  for (const client of ['Bistro Kruidnagle', 'bistro kruidnagl', 'Kruidnagel']) {
    const refused = await answered('record_sale', { client, lines });
    assert.deepEqual([refused.code, names(refused.candidates)], ['not_found', ['Bistro Kruidnagel']], client);
  }
  const { candidates } = await answered('list_sales', { client_id: 'Bistro Kruidnagle' });
  assert.deepEqual(names(candidates), ['Bistro Kruidnagel']);
  const sold = { lines: [{ sku: 'Brass fountan pen', quantity: '1' }] };
  const refused = await answered('record_sale', sold);
  assert.deepEqual(names(refused.candidates), ['Brass fountain pen']);
  assert.match(refused.hint, /variant_id/);
  const again = { lines: [{ variant_id: refused.candidates[0].title, quantity: '1' }], payments: [{ method: 'cash' }] };
  assert.equal((await answered('record_sale', again)).lines[0].sku, 'FP');
});

test('of what there are few of, all are shown', async () => {
  const paid = await answered('create_payment', { amount: '10', client: 'Bistro Kruidnagel', method: 'Überweisung' });
  assert.equal(paid.code, 'not_found');
  assert.ok(names(paid.candidates)?.includes('Bank transfer'), JSON.stringify(paid.candidates));
  const bill = { payee_name: 'Shell', lines: [{ description: 'Petrol', amount: '60', category: 'Fuel' }] };
  const { candidates } = await answered('create_expense', bill);
  assert.ok(names(candidates)?.includes('Travel'), JSON.stringify(candidates));
});

test('a filter by what there is not is refused with what there is, the same in both doors', async () => {
  const method_id = 'pm_01h455vb4pex5vsknk084sn02q';
  const told = await answered('list_payments', { method_id });
  assert.ok(names(told.candidates)?.includes('Bank transfer'), JSON.stringify(told));
  const headers = { authorization: `Bearer ${ana.access}` };
  const { body } = await service.http('GET', `/api/payments?method_id=${method_id}`, { headers });
  assert.deepEqual([body.code, names(body.candidates)], [told.code, names(told.candidates)]);
  await answered('create_client', { type: 'business', display_name: 'Tagged', tags: ['wholesale'] });
  const tagged = await answered('list_clients', { tag: 'wholsale' });
  assert.deepEqual([tagged.code, tagged.candidates], ['validation_failed', ['wholesale']]);
  assert.deepEqual((await answered('list_clients', { tag: 'wholesale' })).data.length, 1, 'control');
  const both = await answered('list_clients', { tag: 'wholesale', role: ['supplier'] });
  assert.deepEqual(both.data, [], 'what is known and has nothing is answered with nothing');
});

test('the end of a number finds the record that has it', async () => {
  const invoice = { type: 'invoice', client: 'Bistro Kruidnagel', lines, issue: true };
  const { number } = await answered('create_document', invoice);
  for (const id of ['invoice 1', 'INV-1', '#1']) {
    assert.deepEqual(names((await answered('get_document', { id })).candidates), [number], id);
  }
  assert.equal((await answered('get_document', { id: 'invoice 2' })).candidates, undefined);
});

test('a list that finds nothing names what is spelt alike, or says that nothing matched', async () => {
  const { data, similar, hint } = await answered('list_clients', { q: 'Kruidnagle' });
  assert.deepEqual([data, names(similar)], [[], ['Bistro Kruidnagel']]);
  assert.match(hint, /similar/);
  const nothing = await answered('list_clients', { q: 'zyzzyva' });
  assert.deepEqual([nothing.similar, nothing.hint], [undefined, 'Nothing matched "zyzzyva".']);
  assert.match((await answered('search', { q: 'zyzzyva' })).hint, /^Nothing matched/);
  const accounts = await answered('list_accounts', { q: 'Acounts receivabel' });
  assert.deepEqual([accounts.data, accounts.similar.map(({ name }: Wire) => name)], [[], ['Accounts receivable']]);
  assert.equal((await answered('list_clients', { q: 'Kruidnagel' })).similar, undefined);
});

test('nobody is told names that its token may not read, nor those of another organisation', async () => {
  const { token: narrow } = await ana.mint({ preset: 'full', scopes: ['sales:confirm', 'sales:write', 'sales:read'] });
  const blind = await answered('record_sale', { client: 'Bistro Kruidnagle', lines }, narrow);
  assert.equal(blind.candidates, undefined, JSON.stringify(blind));
  const theirs = await (await service.owner('Rival')).mint({ preset: 'full' });
  const foreign = await answered('record_sale', { client: 'Bistro Kruidnagle', lines }, theirs.token);
  assert.deepEqual([foreign.code, foreign.candidates], ['not_found', undefined]);
});
