/** Records that come in together leave what they would leave one by one, at fewer statements. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { importing } from '../../../test/support/importing.ts';
import { type SignedIn, startService } from '../../../test/support/running-service.ts';
import { countCosts } from '../../../test/support/transaction-costs.ts';
import type { Wire } from '../../../test/support/world.ts';
import { uuidFrom } from '../../wire/type-id.ts';

const service = await startService();
const { api, work, bringIn, errorsOf } = importing(service);

const table = (...rows: string[]) => rows.join('\n');

const clientsFile = table(
  'id,number,name,email',
  ...Array.from({ length: 40 }, (_, index) => `C${index},,Client ${index},office@c${index}.example`),
  // Refused by the schema, by the database when the others are sent, and as there already.
  'BAD,,Bad,not an address',
  'N1,K-1,Anker,',
  'N2,K-1,Barsch,',
  'C7,,Client 7 again,',
  ...Array.from({ length: 90 }, (_, index) => `D${index},,Other ${index},`),
);
const goodsFile = table(
  'id,name,price,stock,cost,category',
  ...Array.from({ length: 12 }, (_, index) => `P${index},Cup ${index},5,${index},2,Cups`),
  'BAD,Jug,5,-1,2,Jugs',
  ...Array.from({ length: 12 }, (_, index) => `Q${index},Plate ${index},5,3,1.50,Plates`),
);

type Line = { readonly action: string; readonly input: Wire; readonly after: Wire };

async function linesOf(who: SignedIn): Promise<Line[]> {
  const { rows } = await service.owner.query<Line>(
    `select action, input, after from audit_log where organization_id = $1
       and action in ('create_client', 'create_product', 'create_stock_movement') order by id`,
    [uuidFrom('org', who.organization)],
  );
  return rows;
}

/** Of the records that come in: imports tell of themselves too. */
async function eventsOf(who: SignedIn): Promise<Wire[]> {
  const { rows } = await service.owner.query(
    `select type, data, request_id from events
     where organization_id = $1 and (type like 'client.%' or type like 'product.%' or type like 'stock.%')
     order by id`,
    [uuidFrom('org', who.organization)],
  );
  return rows;
}

/** Without what differs between two organisations and two moments. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) {
    const isOwn = typeof value === 'string' && /^[a-z]+_[0-9a-z]{26}$|^\d{4}-\d\d-\d\dT/.test(value);
    return isOwn ? '' : value;
  }
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, plain(item)]));
}

test('a file leaves the answers, events, lines and numbers that its records leave one by one', async () => {
  const [ana, ben] = [await service.register('Ana'), await service.register('Ana')];
  const clients = await bringIn(ana, { kind: 'clients', content: clientsFile });
  assert.deepEqual([clients.created, clients.skipped, clients.failed], [131, 1, 2]);
  const faults = (await errorsOf(ana, clients)).map((row) => [row['import_line'], row['import_code']]);
  assert.deepEqual(faults, [
    ['42', 'invalid_format'],
    ['44', 'client_number_taken'],
  ]);
  const goods = await bringIn(ana, { kind: 'products', content: goodsFile });
  assert.deepEqual([goods.created, goods.failed], [24, 1]);
  await repeat(ana, ben);

  const said = async (who: SignedIn) => plain(withoutVariants(await linesOf(who)));
  assert.deepEqual(await said(ana), await said(ben));
  assert.deepEqual(
    plain((await eventsOf(ana)).map(({ type, data }) => [type, data])),
    plain((await eventsOf(ben)).map(({ type, data }) => [type, data])),
  );
  const asked = new Set((await eventsOf(ana)).map(({ request_id }) => request_id));
  assert.ok(asked.size >= 131 + 24, 'each event names the record that it came with');
  const { rows } = await service.owner.query(
    `select count(*)::int as lines, count(waiting.audit_id)::int + count(sealed.audit_id)::int as chained
     from audit_log as line left join audit_unsealed as waiting
       on waiting.organization_id = line.organization_id and waiting.audit_id = line.id
     left join audit_seals as sealed on sealed.organization_id = line.organization_id and sealed.audit_id = line.id
     where line.organization_id = $1`,
    [uuidFrom('org', ana.organization)],
  );
  assert.equal(rows[0].lines, rows[0].chained, 'each line is in the chain or waits for its link');
  assert.equal((await api(ana, 'GET', '/organization/checks')).ok, true);
});

/** An import fills the variant of a movement in when its product is made, after what was asked has been noted. */
function withoutVariants(lines: readonly Line[]): Line[] {
  return lines.map(({ input, ...line }) => ({ ...line, input: { ...input, variant_id: undefined } }));
}

/** The calls that the log of one organisation tells of, in another, each by itself. */
async function repeat(from: SignedIn, into: SignedIn): Promise<void> {
  const ids = new Map<string, string>();
  const known = (value: unknown): unknown =>
    JSON.parse(JSON.stringify(value), (_, item) => (typeof item === 'string' ? (ids.get(item) ?? item) : item));
  const note = (one: Wire, other: Wire) => {
    ids.set(one['id'], other['id']);
    for (const [index, variant] of (one['variants'] ?? []).entries()) ids.set(variant.id, other['variants'][index].id);
  };
  for (const category of (await api(from, 'GET', '/product-categories')).data as Wire[]) {
    note(category, await api(into, 'POST', '/product-categories', { name: category['name'] }));
  }
  const paths: Record<string, string> = {
    create_client: '/clients',
    create_product: '/products',
    create_stock_movement: '/stock/movements',
  };
  let product: Wire = {};
  for (const { action, input, after } of await linesOf(from)) {
    // The variant is known when its product has been made, and so is in the answer alone.
    const variant = action === 'create_stock_movement' ? { variant_id: product['variants'][0].id } : {};
    const made = await api(into, 'POST', paths[action] ?? '', { ...(known(input) as object), ...variant });
    note(after, made);
    if (action === 'create_product') product = made;
  }
}

test('a record of an import takes few statements, however many there are', async () => {
  const ana = await service.register('Ana');
  const perRecord = async (kind: string, count: number, content: string): Promise<number> => {
    const { id } = await api(ana, 'POST', '/imports', { kind, content });
    const { runtime } = service.app;
    const counted = countCosts(runtime.db);
    await work(ana, id, { runtime: { ...runtime, db: counted.db } });
    assert.equal((await api(ana, 'GET', `/imports/${id}`)).created, count);
    return counted.costs().reduce((sum, { statements }) => sum + statements, 0) / count;
  };
  const clients = Array.from({ length: 200 }, (_, index) => `C${index},Client ${index}`);
  // What a hundred records send is sent for all of them at once.
  assert.ok((await perRecord('clients', 200, table('id,name', ...clients))) < 0.4);
  const goods = Array.from({ length: 50 }, (_, index) => `P${index},Cup ${index},5,${index + 1},2`);
  const perProduct = await perRecord('products', 50, table('id,name,price,stock,cost', ...goods));
  assert.ok(perProduct < 1.5, String(perProduct));
  const sales = Array.from(
    { length: 100 },
    (_, index) => `S${index},2026-02-1${index % 10},Client ${index},Work,1,5,none`,
  );
  const perSale = await perRecord(
    'sales',
    100,
    table('order_id,date,customer,description,quantity,unit_price,tax_rate', ...sales),
  );
  assert.ok(perSale < 1, String(perSale));
});
