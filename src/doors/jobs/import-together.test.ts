/** Records that are written side by side leave what they leave one after the other. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { longTest } from '../../../test/support/dose.ts';
import { importing } from '../../../test/support/importing.ts';
import { type SignedIn, startService } from '../../../test/support/running-service.ts';
import { countCosts } from '../../../test/support/transaction-costs.ts';
import type { Wire } from '../../../test/support/world.ts';
import { catalogue } from '../../catalogue.ts';
import { openLog } from '../../log.ts';
import { uuidFrom } from '../../wire/type-id.ts';
import { importRunner } from './import-job.ts';

const service = await startService();
const { api, work, errorsOf } = importing(service);
const runtimeOf = () => service.app.runtime;
const inTurn = importRunner({
  catalogue: catalogue.map((operation) => ({ ...operation, sideBySide: undefined })),
  runtime: runtimeOf,
  log: openLog('silent'),
});

const table = (...rows: string[]) => rows.join('\n');
const many = (count: number, row: (index: number) => string) => Array.from({ length: count }, (_, n) => row(n));

const files = [
  {
    kind: 'clients',
    content: table(
      'name,email,phone,postal_code,vat_number,number',
      ...many(30, (n) => `Company ${n} BV,office${n}@company${n}.example,,${1_000 + n},,`),
      // Nearly the name of another above, the same telephone, the same address, and as good as the same client.
      'Anker Haustechnik GmbH,,+49 30 1234567,10115,DE136695976,',
      'Anker Haustechnick,,,,,',
      'Berg,,+49 30 1234567,,,',
      'Someone else,office3@company3.example,,,,',
      'Anker Haustechnik,,,,DE136695976,',
      'Anker Haustechnik GmbH,,,10 115,,',
      'Bad,not an address,,,,',
      'By hand,,,,,C-00040',
      ...many(30, (n) => `Other ${n},,,,,`),
    ),
  },
  {
    kind: 'products',
    content: table(
      'handle,id,name,option1_name,option1_value,price,stock,cost,category,sku,tax_rate',
      ...many(20, (n) => `,P${n},Mug ${n},,,5,${n},2,Cups,MUG-${n},`),
      'shirt,,T-shirt,Size,S,20,3,8,Clothes,TS-S,',
      'shirt,,T-shirt,Size,M,20,0,8,Clothes,TS-M,',
      'shirt,,T-shirt,Size,L,20,5,8,Clothes,TS-L,',
      ',Q1,Kettle blue,,,30,,,,KET-1,',
      ',Q2,Kettle blau,,,30,,,,KET-2,',
      ',Q4,Jug,,,30,-2,1,,JUG,',
      ...many(30, (n) => `,R${n},Plate ${n},,,4.50,${2 * n},1.50,Plates,PLATE-${n},`),
      ',Q3,Kettle red,,,30,,,,ket-1,',
      ',P3,Mug again,,,30,,,,,',
    ),
  },
  {
    kind: 'sales',
    stock: 'issue',
    content: table(
      'order_id,date,customer,product,description,quantity,unit_price,payment_method,currency,exchange_rate',
      ...many(20, (n) => `S${n},2026-02-1${n % 10},Company ${n % 7} BV,,Work ${n},1,${n + 1}.50,,,`),
      ...many(12, (n) => `G${n},2026-03-1${n % 10},Company ${n} BV,MUG-${10 + n},,1,5,cash,,`),
      'G20,2026-03-11,Company 1 BV,MUG-19,,2,5,,,',
      'G21,2026-03-11,Company 2 BV,MUG-19,,90,5,,,',
      'F1,2026-03-12,Company 3 BV,,Abroad,1,100,,USD,0.9',
      'F2,2026-03-12,Company 4 BV,,Abroad,1,100,,USD,0.8',
      'X1,2026-03-12,Nobody,,Work,1,100,,,',
      'X2,2026-03-12,Company 5 BV,NOTHING,,1,100,,,',
      'S3,2026-03-12,Company 5 BV,,Work,1,100,,,',
      'S99,2026-03-13,,,Work,1,100,cash,,',
      'S98,2026-03-13,,,Work,1,100,,,',
    ),
  },
] as const;

test('records leave the same answers, events, lines and numbers side by side as in turn', longTest, async () => {
  const [ana, ben] = [await service.register('Ana'), await service.register('Ana')];
  for (const file of files) {
    const [one, other] = [await begun(ana, file), await begun(ben, file)];
    await work(ana, one.id);
    await bringInTurn(ben, other.id);
    const [mine, theirs] = [await toldOf(ana, one.id), await toldOf(ben, other.id)];
    assert.deepEqual(mine, theirs, file.kind);
    // The same file once more finds all that is there.
    const [again, otherAgain] = [await begun(ana, file), await begun(ben, file)];
    await work(ana, again.id);
    await bringInTurn(ben, otherAgain.id);
    assert.deepEqual(await toldOf(ana, again.id), await toldOf(ben, otherAgain.id), `${file.kind} again`);
  }
  const [mine, theirs] = [await leftBy(ana), await leftBy(ben)];
  for (const part of ['lines', 'events', 'entries', 'levels', 'sales'] as const) {
    assert.deepEqual(mine[part], theirs[part], part);
  }
  assert.ok(mine.lines.length > 100 && mine.entries.length > 40);
  assert.equal((await api(ana, 'GET', '/organization/checks')).ok, true);
});

test('sales on one credit limit are counted one after the other', async () => {
  const ana = await service.register('Ana');
  const limited = { type: 'business', display_name: 'Limited', credit_limit: '250' };
  await api(ana, 'POST', '/clients', limited);
  const rows = many(5, (n) => `L${n},2026-02-11,Limited,Work,1,100,none`);
  const { id } = await begun(ana, {
    kind: 'sales',
    content: table('order_id,date,customer,description,quantity,unit_price,tax_rate', ...rows),
  });
  await work(ana, id);
  const told = await api(ana, 'GET', `/imports/${id}`);
  assert.deepEqual([told.created, told.failed], [2, 3]);
  const codes = (await errorsOf(ana, told)).map((row) => row['import_code']);
  assert.deepEqual(
    codes,
    many(3, () => 'credit_limit_exceeded'),
  );
});

test('clients who are there already are refused before anything is written', async () => {
  const ana = await service.register('Ana');
  const content = table('name,email', ...many(100, (n) => `Company ${n},office@c${n}.example`));
  await work(ana, (await begun(ana, { kind: 'clients', content })).id);
  const { id } = await begun(ana, { kind: 'clients', content });
  const { runtime } = service.app;
  const counted = countCosts(runtime.db);
  await work(ana, id, { runtime: { ...runtime, db: counted.db } });
  const told = await api(ana, 'GET', `/imports/${id}`);
  assert.deepEqual([told.created, told.failed], [0, 100]);
  const costs = counted.costs();
  assert.equal(sum(costs.map(({ tables }) => tables['clients'] ?? 0)), 0);
  assert.ok(sum(costs.map(({ statements }) => statements)) < 60, JSON.stringify(costs));
});

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}

function begun(who: SignedIn, input: object): Promise<Wire> {
  return api(who, 'POST', '/imports', input);
}

async function bringInTurn(who: SignedIn, id: string): Promise<void> {
  const [organizationId, import_id] = [uuidFrom('org', who.organization) ?? '', uuidFrom('imp', id)];
  const job = { id: randomUUID(), organizationId, kind: 'run_import', attempts: 1, error: null };
  await inTurn({ ...job, payload: { import_id } }, () => Promise.resolve());
}

/** What an import says of itself. */
async function toldOf(who: SignedIn, id: string) {
  const told = await api(who, 'GET', `/imports/${id}`);
  const { state, created, skipped, failed, sums } = told;
  return { state, created, skipped, failed, sums, errors: plain(await errorsOf(who, told)) };
}

/** All that imports left in an organisation. */
async function leftBy(who: SignedIn) {
  const asked = async (text: string) => (await service.owner.query(text, [uuidFrom('org', who.organization)])).rows;
  const made = `action not in ('advance_import', 'register', 'create_import', 'sum_import', 'finish_import')`;
  return {
    lines: plain(
      await asked(`select action, input - 'variant_id' as input, after from audit_log
        where organization_id = $1 and ${made} order by id`),
    ) as unknown[],
    events: plain(
      await asked(`select type, data, request_id like 'import:%' as is_imported from events
        where organization_id = $1 and type not like 'import.%' order by id`),
    ),
    entries: plain(
      await asked(`select entry.number, entry.entry_date::text, entry.memo, line.position, account.code,
          line.amount::text, line.currency, line.currency_amount::text
        from journal_entries entry join journal_lines line on line.organization_id = entry.organization_id
          and line.entry_id = entry.id
        join accounts account on account.organization_id = line.organization_id and account.id = line.account_id
        where entry.organization_id = $1 order by length(entry.number), entry.number, line.position`),
    ) as unknown[],
    levels: await asked(`select sku, on_hand::text, quantity::text, value::text from variants
      join stock_levels on stock_levels.organization_id = variants.organization_id
        and stock_levels.variant_id = variants.id
      join stock_pools on stock_pools.organization_id = variants.organization_id
        and stock_pools.variant_id = variants.id
      where variants.organization_id = $1 order by sku`),
    sales: await asked(`select number, external_id, client_name, total::text, amount_paid::text, words::text from sales
      where organization_id = $1 order by id`),
  };
}

/** Without what differs between two organisations and two moments. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value === 'string') return value.replaceAll(/[a-z]+_[0-9a-z]{26}|\d{4}-\d\d-\d\dT[\d:.]+Z/g, '');
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, plain(item)]));
}
