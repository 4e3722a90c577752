/** Through MCP too one organisation never learns of another: not by id, not by name or number, not by an address. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { catalogue } from '../../src/catalogue.ts';
import { actionOf } from '../../src/doors/mcp/action.ts';
import { finders } from '../../src/doors/mcp/naming/finders.ts';
import type { Operation } from '../../src/operation/operation.ts';
import { prefixes } from '../../src/wire/index.ts';
import { typeIdFrom } from '../../src/wire/type-id.ts';
import { dose, isComplete } from '../support/dose.ts';
import { idFields, type IdField, withValue } from '../support/id-fields.ts';
import { masked } from '../support/masked.ts';
import { otherRecords } from '../support/other-records.ts';
import { readUri, tryAction } from '../support/mcp-caller.ts';
import { sampleOf } from '../support/samples.ts';
import { startSampledShops } from '../support/shop-service.ts';
import type { Shop } from '../support/shop/fill.ts';
import { tableSums } from '../support/table-sums.ts';
import type { Wire } from '../support/world.ts';

const { service, shop: rival, rival: acme } = await startSampledShops();
const token = { acme: await service.mcpToken(acme.who), rival: await service.mcpToken(rival.who) };
const offered = dose(catalogue.filter((operation) => actionOf(operation) !== undefined));
const inputs = new Map<Operation, object>();
for (const operation of offered) inputs.set(operation, (await sampleOf(rival, operation)).input);

type Probe = IdField & { readonly operation: Operation; readonly name: string };

const probes: Probe[] = offered.flatMap((operation) =>
  idFields(operation).map((field) => ({ ...field, operation, name: `${operation.name} ${field.path.join('/')}` })),
);

/**
 * Report that takes each parameter; the tool refuses parameters that do not fit. Elsewhere a filter is kept as told.
 */
const reportsOf: Readonly<Record<string, string>> = {
  'get_report client_id': 'client-statement',
  'get_report account_id': 'general-ledger',
  'get_report product_id': 'product-margin',
  'get_report location_id': 'inventory-valuation',
};

function probe({ operation, path, name }: Probe, of: keyof typeof token, text: string): Promise<Wire> {
  const report = reportsOf[name];
  const sample = { ...inputs.get(operation), ...(report === undefined ? {} : { name: report }) };
  return tryAction(service, token[of], { operation, input: withValue(operation, sample, { path, value: text }) });
}

const ghostOf = ({ prefix }: IdField) => typeIdFrom(prefix, randomUUID());

const made = await otherRecords(acme);

function idOf({ ids }: Shop, { prefix, name }: Probe): string {
  const id = ids[prefix] ?? made.get(prefix);
  assert.ok(id, `the shop has no ${prefix}, which ${name} takes`);
  return id;
}

/** An answer without the text that was asked with, and whatever differs between two askings of the same. */
function without({ structuredContent, ...answer }: Wire, text: string): string {
  const { preview: { plan: _, ...preview } = {}, ...told } = structuredContent ?? answer;
  return masked(JSON.stringify({ ...told, preview }).replaceAll(text, '*'));
}

/** Marks and ids of the first organisation in an answer. */
function leaks(answer: Wire, asked = ''): string[] {
  const text = JSON.stringify(answer).replaceAll(asked === '' ? '\0' : asked, '*');
  return [acme.mark, ...Object.values(acme.ids)].filter((found) => text.includes(found));
}

test('an id of another organisation is answered in every tool exactly as one that nobody has', async () => {
  assert.ok(probes.length >= (isComplete ? 250 : 25), `${probes.length} places`);
  const unaffected = ['audit_log', 'audit_unsealed', 'mcp_tokens'];
  const before = await tableSums(service.owner, unaffected);
  const wrong: string[] = [];
  for (const one of probes) {
    const [foreign, ghost] = [idOf(acme, one), ghostOf(one)];
    const [answer, expected] = [await probe(one, 'rival', foreign), await probe(one, 'rival', ghost)];
    if (without(answer, foreign) !== without(expected, ghost)) wrong.push(`${one.name}: ${JSON.stringify(answer)}`);
    if (leaks(answer, foreign).length > 0) wrong.push(`${one.name} tells ${leaks(answer, foreign).join()}`);
  }
  assert.deepEqual(wrong, []);
  assert.deepEqual(await tableSums(service.owner, unaffected), before, 'and nothing changes');
});

/** Names of the first organisation's record of this kind, in every form that users write. */
async function namesOf({ prefix }: Probe): Promise<string[]> {
  const kind = Object.entries(prefixes).find(([, known]) => known === prefix)?.[0] ?? '';
  const finder = Object.entries(finders).find(([known]) => known === kind)?.[1];
  if (finder === undefined) return [];
  const { data } = await acme.call(finder.list, {});
  const row = data.find(({ id }: Wire) => id === acme.ids[prefix]) ?? data[0];
  return finder.keys.map((key) => row?.[key]).filter((name) => typeof name === 'string' && name.includes(acme.mark));
}

test('a name that only another organisation has is answered as one that nobody has', async () => {
  const wrong: string[] = [];
  const namesOfKind = new Map<string, string[]>();
  let tried = 0;
  for (const one of probes) {
    const names = namesOfKind.get(one.prefix) ?? (await namesOf(one));
    namesOfKind.set(one.prefix, names);
    const ghost = `Nobody ${randomUUID()}`;
    for (const name of names.slice(0, 1)) {
      tried += 1;
      const [answer, expected] = [await probe(one, 'rival', name), await probe(one, 'rival', ghost)];
      if (without(answer, name) !== without(expected, ghost))
        wrong.push(`${one.name} ${name}: ${JSON.stringify(answer)}`);
      if (leaks(answer, name).length > 0) wrong.push(`${one.name} tells ${leaks(answer, name).join()}`);
    }
  }
  assert.deepEqual(wrong, []);
  assert.ok(tried >= (isComplete ? 100 : 10), `${tried} places`);
});

/** Addresses with an id or a number of the first organisation, beside the same with one that nobody has. */
function addresses(): [string, string][] {
  const [doc, ghost] = [acme.ids['doc'] ?? '', typeIdFrom('doc', randomUUID())];
  const reports: [string, string, string][] = [
    ['client-statement', 'client_id', 'client'],
    ['general-ledger', 'account_id', 'acct'],
    ['inventory-valuation', 'location_id', 'loc'],
    ['revenue', 'client_id', 'client'],
  ];
  return [
    [`daybook://documents/${doc}.pdf`, `daybook://documents/${ghost}.pdf`],
    [`daybook://documents/${doc}/facturx.pdf`, `daybook://documents/${ghost}/facturx.pdf`],
    ...reports.map(([name, field, prefix]): [string, string] => [
      `daybook://reports/${name}?${field}=${acme.ids[prefix]}`,
      `daybook://reports/${name}?${field}=${typeIdFrom(prefix, randomUUID())}`,
    ]),
  ];
}

const idIn = (uri: string) => /[a-z]+_[0-9a-z]{26}/.exec(uri)?.[0] ?? '';

test('an address with an id of another organisation is answered as one that nobody has', async () => {
  for (const [foreign, ghost] of addresses()) {
    const answer = await readUri(service, token.rival, foreign);
    const expected = await readUri(service, token.rival, ghost);
    assert.equal(without(answer, idIn(foreign)), without(expected, idIn(ghost)), foreign);
    assert.deepEqual(leaks(answer, idIn(foreign)), [], foreign);
  }
});

test('nothing that is listed for one organisation tells of another', async () => {
  const lists = ['tools/list', 'resources/list', 'resources/templates/list', 'prompts/list'];
  const { resources } = await listed('resources/list');
  for (const method of lists) assert.deepEqual(leaks(await listed(method)), [], method);
  for (const { uri } of resources) {
    assert.deepEqual(leaks(await readUri(service, token.rival, uri)), [], uri);
  }
  const numbers: Wire[] = (await acme.call('list_documents')).data;
  for (const { number } of numbers.filter((row) => row.number !== null)) {
    // Numbers are alike in every organisation: the own one is answered, or none.
    assert.deepEqual(leaks(await readUri(service, token.rival, `daybook://documents/${number}.pdf`)), [], number);
  }
});

async function listed(method: string): Promise<Wire> {
  const body = { jsonrpc: '2.0', id: 1, method };
  const headers = { accept: 'application/json' };
  const answer = await service.send({ method: 'POST', path: '/api/mcp/mcp', token: token.rival, body, headers });
  return answer.body.result;
}

test('control: whoever may see the record is answered, and a leak would be seen', async () => {
  const isPathId = ({ operation, path }: Probe) => path.length === 1 && operation.http.includes(`{${path[0]}}`);
  const own = probes.filter((one) => isPathId(one) && one.operation.effect === 'read');
  let seen = 0;
  for (const one of own) {
    const around = Object.fromEntries(
      own.filter(({ operation }) => operation === one.operation).map((each) => [each.path[0] ?? '', idOf(acme, each)]),
    );
    const answer = await tryAction(service, token.acme, { operation: one.operation, input: around });
    if (answer.isError !== true && leaks(answer).length > 0) seen += 1;
  }
  assert.ok(seen >= own.length * 0.7, `${seen} of ${own.length}`);
  const [first] = addresses();
  assert.ok(first);
  const [document, ghost] = first;
  assert.notEqual((await readUri(service, token.acme, document)).contents, undefined);
  assert.equal((await readUri(service, token.acme, ghost)).contents, undefined);
});
