/** Files come in row by row: what fits, whatever stands beside it; once, however often it is begun; as who asked. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { longTest } from '../../../test/support/dose.ts';
import { eventually } from '../../../test/support/embedded-service.ts';
import { importing } from '../../../test/support/importing.ts';
import { startService } from '../../../test/support/running-service.ts';
import type { Wire } from '../../../test/support/world.ts';
import { catalogue } from '../../catalogue.ts';
import { openLog } from '../../log.ts';
import { uuidFrom } from '../../wire/type-id.ts';
import { importRunner } from './import-job.ts';
import { startWorker } from './job-loop.ts';

const service = await startService();
const { api, work, bringIn, errorsOf } = importing(service);
const quiet = () => Promise.resolve();

const clientRows = (count: number) =>
  ['id,name', ...Array.from({ length: count }, (_, index) => `C${index},Client ${index}`)].join('\n');

test('rows that do not fit are told with the reason, and all others come in', async () => {
  const ana = await service.register('Ana');
  const content = [
    'id,name,email,country,note',
    'A,Anker,info@anker.example,Germany,fine',
    'B,Barsch,not an address,DE,=1+1',
    'C,,c@example.com,DE,"nobody, really"',
    'D,Dorn,,Atlantis,x',
    'E,Esche,,,',
  ].join('\n');
  const found = await bringIn(ana, { kind: 'clients', content });
  assert.deepEqual(
    [found.state, found.total, found.created, found.failed, found.progress],
    ['completed', 5, 2, 3, 100],
  );
  const errors = await errorsOf(ana, found);
  assert.deepEqual(
    errors.map((row) => [row['import_line'], row['import_field'], row['id']]),
    [
      ['3', 'email', 'B'],
      ['4', 'name', 'C'],
      ['5', 'billing_address/country', 'D'],
    ],
  );
  assert.match(errors[2]?.['import_error'] ?? '', /ISO 3166/);
  assert.equal(errors[0]?.['note'], "'=1+1", 'a spreadsheet would have counted it');
});

test('the row-error file comes in again once its rows are mended', async () => {
  const ana = await service.register('Ana');
  const failed = await bringIn(ana, { kind: 'clients', content: 'id,name,email\nA,Anker,no' });
  const file: string = await api(ana, 'GET', `/imports/${failed.id}/errors`);
  const mended = await bringIn(ana, { kind: 'clients', content: file.replace('"no"', '"info@anker.example"') });
  assert.deepEqual([mended.created, mended.failed], [1, 0]);
});

test('whoever listens learns that an import began and what became of it', async () => {
  const ana = await service.register('Ana');
  const { id } = await bringIn(ana, { kind: 'clients', content: 'name,email\nAnker,\nBarsch,no' });
  const { rows } = await service.owner.query(
    `select type, data from events where organization_id = $1 and type like 'import.%' order by id`,
    [uuidFrom('org', ana.organization)],
  );
  const { created_by } = await api(ana, 'GET', `/imports/${id}`);
  assert.equal(created_by.name, 'Ana');
  const about = { id, kind: 'clients', is_trial: false, total: 2 };
  assert.deepEqual(rows, [
    { type: 'import.created', data: about },
    { type: 'import.completed', data: { ...about, created_by, created: 1, skipped: 0, failed: 1 } },
  ]);
});

test('a trial tells what would fail and keeps nothing', async () => {
  const ana = await service.register('Ana');
  const found = await bringIn(ana, { kind: 'clients', content: 'name,email\nAnker,\nBarsch,no', is_trial: true });
  assert.deepEqual([found.is_trial, found.created, found.failed], [true, 1, 1]);
  assert.deepEqual((await api(ana, 'GET', '/clients')).data, []);
});

test('whoever takes over an import that was cut off brings each row in once', async () => {
  const ana = await service.register('Ana');
  const { id } = await api(ana, 'POST', '/imports', { kind: 'clients', content: clientRows(80) });
  const cut = (percent: number) => (percent < 50 ? quiet() : Promise.reject(new Error('cut off')));
  await assert.rejects(work(ana, id, { progress: cut }), /cut off/);
  const half = await api(ana, 'GET', `/imports/${id}`);
  assert.deepEqual([half.state, half.done, half.progress], ['running', 75, 93]);
  await work(ana, id);
  const whole = await api(ana, 'GET', `/imports/${id}`);
  assert.deepEqual([whole.state, whole.created, whole.skipped], ['completed', 80, 0]);
  const names = (await api(ana, 'GET', '/clients?limit=100&fields=display_name')).data;
  assert.equal(new Set(names.map((row: Wire) => row.display_name)).size, 80);
  assert.equal(names.length, 80);
});

test('of two who run the same import one notes what became of it', async () => {
  const ana = await service.register('Ana');
  const { id } = await api(ana, 'POST', '/imports', { kind: 'clients', content: clientRows(60) });
  await Promise.allSettled([work(ana, id), work(ana, id)]);
  const found = await api(ana, 'GET', `/imports/${id}`);
  assert.equal(found.done, found.created + found.skipped + found.failed);
  assert.equal((await api(ana, 'GET', '/clients?limit=100')).data.length, 60);
});

test('an import that cannot go on ends with a reason after its last try', async () => {
  const ana = await service.register('Ana');
  const { id } = await api(ana, 'POST', '/imports', { kind: 'clients', content: clientRows(5) });
  await assert.rejects(work(ana, id, { progress: () => Promise.reject(new Error('cut off')), attempts: 5 }));
  const found = await api(ana, 'GET', `/imports/${id}`);
  assert.deepEqual([found.state, found.problem], ['failed', 'It failed after several attempts.']);
});

test('a node that stops leaves an import after the rows it is at, and the next one goes on at once', async () => {
  const ana = await service.register('Ana');
  const { id } = await api(ana, 'POST', '/imports', { kind: 'clients', content: clientRows(200) });
  const { runtime } = service.app;
  const log = openLog('silent');
  const handlers = { run_import: importRunner({ catalogue, runtime: () => runtime, log }) };
  const startNode = () => startWorker({ db: runtime.db, now: runtime.now, secrets: runtime.secrets, log, handlers });
  const doneSoFar = async () => (await api(ana, 'GET', `/imports/${id}`)).done;
  await service.owner.query(`delete from jobs where payload->>'import_id' <> $1`, [uuidFrom('imp', id)]);
  const first = startNode();
  await eventually(async () => assert.ok((await doneSoFar()) > 0));
  await first.stop();
  const half = await doneSoFar();
  assert.ok(half < 200, `${half} of 200`);
  const { rows } = await service.owner.query(`select state, attempts from jobs where kind = 'run_import'`);
  assert.deepEqual(rows, [{ state: 'queued', attempts: 0 }]);
  const second = startNode();
  await eventually(async () => assert.equal((await api(ana, 'GET', `/imports/${id}`)).state, 'completed'));
  await second.stop();
  assert.equal((await api(ana, 'GET', `/imports/${id}`)).created, 200);
});

test('a cancelled import goes no further', async () => {
  const ana = await service.register('Ana');
  const { id } = await api(ana, 'POST', '/imports', { kind: 'clients', content: clientRows(80) });
  const cancel = async (percent: number) => {
    if (percent < 40) await api(ana, 'POST', `/imports/${id}/cancel`);
  };
  await work(ana, id, { progress: cancel });
  const found = await api(ana, 'GET', `/imports/${id}`);
  assert.deepEqual([found.state, found.done], ['cancelled', 25]);
  const again = await service.api(ana.token, 'POST', `/imports/${id}/cancel`, undefined, { 'idempotency-key': 'x' });
  assert.equal(again.body.code, 'invalid_state_transition');
});

test('an import may what its asker may, while its asker is a member', async () => {
  const ana = await service.register('Ana');
  const clerk = await service.colleague(ana, 'manager');
  const { id } = await api(clerk, 'POST', '/imports', { kind: 'clients', content: clientRows(2) });
  const strip = `update roles set permissions = array_remove(permissions, 'clients:write') where name = 'manager'`;
  await service.owner.query(`${strip} and organization_id = $1`, [uuidFrom('org', ana.organization)]);
  await work(clerk, id);
  const found = await api(ana, 'GET', `/imports/${id}`);
  assert.deepEqual([found.created, found.failed], [0, 2]);
  assert.equal((await errorsOf(ana, found))[0]?.['import_code'], 'forbidden');
  const other = await api(ana, 'POST', '/imports', { kind: 'clients', content: clientRows(2) });
  await service.owner.query(`update members set status = 'removed' where user_id = $1`, [uuidFrom('user', ana.user)]);
  await work(ana, other.id);
  const rows = await service.owner.query('select state, problem, created from imports where id = $1', [
    uuidFrom('imp', other.id),
  ]);
  assert.deepEqual(rows.rows[0], {
    state: 'failed',
    problem: 'The person who requested it is no longer a member.',
    created: 0,
  });
});

test('products bring their category, tax and stock along, and sales name what was brought in before', async () => {
  const ana = await service.register('Ana');
  const goods = [
    'product_id,name,price,sku,category,vat,stock,cost',
    '1,Cup,12.50,CUP,Kitchen,19 %,10,4',
    '2,Plate,9,PLATE,Kitchen,none,1,2',
    '3,Bowl,9,BOWL,,,5,',
  ].join('\n');
  const products = await bringIn(ana, { kind: 'products', content: goods });
  assert.deepEqual([products.created, products.failed], [2, 1]);
  const [bowl] = await errorsOf(ana, products);
  assert.deepEqual([bowl?.['sku'], bowl?.['import_field']], ['BOWL', 'cost']);
  assert.equal((await api(ana, 'GET', '/product-categories')).data.length, 1);
  await bringIn(ana, { kind: 'clients', content: 'number,name\nK1,Anker' });
  const sold = [
    'order_id,date,client,sku,quantity,price,discount,freight',
    'O1,2026-01-05,K1,CUP,2,10,0.1,5',
    'O1,2026-01-05,K1,2,1,9,,',
    'O2,2026-01-06,anker,CUP,1,10,,',
    'O3,2026-01-07,Nobody,CUP,1,10,,',
    'O4,5 Jan,K1,CUP,1,10,,',
    'O5,2026-01-08,K1,CUP,99,10,,',
  ].join('\n');
  const sales = await bringIn(ana, { kind: 'sales', content: sold, stock: 'issue' });
  assert.deepEqual([sales.total, sales.created, sales.failed], [5, 2, 3]);
  const [first] = (await api(ana, 'GET', '/sales?external_id=O1')).data;
  // 18.00 and 3.42 tax on the cups, 9.00 for the plate, 5.00 for shipping.
  assert.deepEqual(
    [first.status, first.sale_date, first.total, first.client_name],
    ['confirmed', '2026-01-05', '35.42', 'Anker'],
  );
  const [{ on_hand: left }] = (await api(ana, 'GET', '/stock/levels?sku=CUP')).data;
  assert.equal(left, '7');
  const errors = await errorsOf(ana, sales);
  assert.deepEqual(
    errors.map((row) => [row['order_id'], row['import_field'], row['import_code']]),
    [
      ['O3', 'client', 'not_found'],
      ['O4', 'date', 'another_date_format'],
      ['O5', '', 'insufficient_stock'],
    ],
  );
  assert.match(errors[2]?.['import_error'] ?? '', /"available":"7"/);
});

test('what is no table, too long, or of another kind of file is refused at once', longTest, async () => {
  const ana = await service.register('Ana');
  const refusedWith = async (input: object) => {
    const answer = await service.api(ana.token, 'POST', '/imports', input, { 'idempotency-key': randomUUID() });
    return [answer.status, answer.body.code];
  };
  const kind = 'clients';
  assert.deepEqual(await refusedWith({ kind, content: 'name\n"Anker' }), [422, 'file_unreadable']);
  assert.deepEqual(await refusedWith({ kind, content: 'colour\nred' }), [422, 'validation_failed']);
  assert.deepEqual(await refusedWith({ kind, content: 'name\nA', heads: 'name\nA' }), [422, 'validation_failed']);
  assert.deepEqual(await refusedWith({ kind, content: `name\n${'x\n'.repeat(50_001)}` }), [422, 'limit_exceeded']);
  assert.deepEqual(await refusedWith({ kind, content: `name\n${'x'.repeat(10_000_001)}` }), [422, 'validation_failed']);
  assert.deepEqual(await refusedWith({ kind, content: `name\n${'x'.repeat(50_000_000)}` }), [413, 'payload_too_large']);
  const tooLarge = { kind, content: `name\n${'x'.repeat(50_000_000)}` };
  assert.equal((await service.api(ana.token, 'POST', '/imports', tooLarge)).body.max_bytes, 48_000_000);
  assert.deepEqual((await api(ana, 'GET', '/imports')).data, []);
});
