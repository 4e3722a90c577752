/** Many documents in one file: whole, safe to open, and never a wrong one, whoever dies at it. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { after, describe, test } from 'node:test';
import { longTest } from '../../../test/support/dose.ts';
import { createInvoiceFixture } from '../../../test/support/invoice-fixture.ts';
import { refused } from '../../../test/support/refused.ts';
import { needing } from '../../../test/support/pdf-tools.ts';
import { shopOf } from '../../../test/support/sales-shop.ts';
import { createWorld, type Wire } from '../../../test/support/world.ts';
import { catalogue } from '../../catalogue.ts';
import { uuidFrom } from '../../wire/type-id.ts';
import { exportGivenUp, exportRunner, exportSweeper } from './export-job.ts';
import { folderStore } from '../../storage/content-store.ts';
import { TurnOver } from './job-loop.ts';

const world = await createWorld();
const { call } = world;
const { invoiced, drafted } = createInvoiceFixture(world, shopOf(world));
const folder = mkdtempSync(join(tmpdir(), 'daybook-zip-'));
after(() => rmSync(folder, { recursive: true, force: true }));
const store = folderStore(join(folder, 'store'));
const parts = { catalogue, store, runtime: () => world.runtime };
const [runner, sweeper, giveUp] = [exportRunner(parts), exportSweeper(parts), exportGivenUp(parts)];
const organizationId = world.ana.organization?.id ?? '';

const jobOf = ({ id }: Wire, attempts = 1) => {
  const payload = { export_id: uuidFrom('dexp', id) };
  return { id: world.runtime.newId(), organizationId, kind: 'export_documents', payload, attempts, error: null };
};
const ask = (filters: object = {}): Promise<Wire> => call('create_document_export', filters, { key: randomUUID() });
const look = ({ id }: Wire): Promise<Wire> => call('get_document_export', { id });

type Progress = (percent: number) => Promise<void>;

/** One turn of a node; whether it is to go on. */
async function turn(asked: Wire, progress: Progress = async () => undefined): Promise<boolean> {
  try {
    await runner(jobOf(asked), progress);
    return false;
  } catch (error) {
    if (error instanceof TurnOver) return true;
    throw error;
  }
}

async function finished(asked: Wire): Promise<Wire> {
  while (await turn(asked));
  return look(asked);
}

async function bytesOf({ sha256 }: Wire): Promise<Buffer> {
  const found = await store.read({ organization: organizationId, sha256 });
  assert.ok(found);
  const bytes = await buffer(found.bytes);
  assert.equal(createHash('sha256').update(bytes).digest('hex'), sha256);
  return bytes;
}

/** Entries of the ZIP, as another program unpacks it. */
async function unpacked(done: Wire): Promise<{ readonly names: string[]; readonly at: string }> {
  const at = join(folder, done.id);
  writeFileSync(`${at}.zip`, await bytesOf(done));
  assert.match(execFileSync('unzip', ['-t', `${at}.zip`], { encoding: 'utf8' }), /No errors detected/);
  execFileSync('unzip', ['-q', `${at}.zip`, '-d', at]);
  return { names: readdirSync(at).toSorted(), at };
}

const left = () => readdirSync(join(folder, 'store', 'incoming'));

const client = await call('create_client', { type: 'business', display_name: '=HYPERLINK("evil")' });
const documents: Wire[] = [];
for (let made = 0; made < 30; made += 1) documents.push(await invoiced({ client_id: client.id }));
const draft = await drafted();

describe('a zip of documents', needing('unzip', 'qpdf'), () => {
  test('holds each once, under a name that is safe, with an index, and every PDF is sound', longTest, async () => {
    const asked = await ask({ type: ['invoice'] });
    assert.deepEqual([asked.status, asked.total], ['queued', null]);
    const percents: number[] = [];
    while (await turn(asked, async (percent) => void percents.push(percent)));
    const done = await look(asked);
    assert.deepEqual([done.status, done.total, done.done, done.problems], ['completed', 30, 30, 0]);
    assert.ok(percents.at(-1) === 100 && percents.every((percent, at) => percent >= (percents[at - 1] ?? 0)));
    const { names, at } = await unpacked(done);
    assert.deepEqual(names, [...documents.map(({ number }) => `invoice-${number}.pdf`), 'index.csv'].toSorted());
    for (const name of names.slice(0, 5)) if (name.endsWith('.pdf')) execFileSync('qpdf', ['--check', join(at, name)]);
    const index = readFileSync(join(at, 'index.csv'), 'utf8');
    assert.equal(index.trim().split('\r\n').length, 31);
    assert.ok(index.includes(`"'=HYPERLINK(""evil"")"`), 'no spreadsheet takes a name for a formula');
    assert.deepEqual(left(), []);
  });

  test('survives nodes that die at every place, and is what it would have been', longTest, async () => {
    const asked = await ask({ client_id: client.id });
    let steps = 0;
    for (let diesAfter = 1; ; diesAfter += 3) {
      let reached = 0;
      const dying: Progress = async () => {
        reached += 1;
        if (reached === diesAfter) throw new Error('the node died');
      };
      const goesOn = await turn(asked, dying).catch((error: Error) => {
        assert.match(error.message, /died/);
        return true;
      });
      steps += 1;
      if (!goesOn) break;
    }
    const done = await look(asked);
    assert.deepEqual([done.status, done.total], ['completed', 30]);
    assert.ok(steps > 5, `${steps} turns`);
    assert.equal((await unpacked(done)).names.length, 31);
  });

  test('of what was asked for: type, status, days and client', async () => {
    const quote = await call('create_document', {
      type: 'quote',
      client_id: client.id,
      lines: [{ name: 'Hour', quantity: '1', unit_price: '9' }],
      issue: true,
    });
    const day = quote.issue_date;
    const counts: [object, number][] = [
      [{ type: ['quote'] }, 1],
      [{ status: ['draft'] }, 1],
      [{ type: ['quote'], client_id: client.id, issue_date: { gte: day, lte: day } }, 1],
      [{ issue_date: { gte: '2001-01-01', lt: '2001-02-01' } }, 0],
    ];
    for (const [filters, count] of counts) {
      const done = await finished(await ask(filters));
      assert.deepEqual([done.status, done.total], ['completed', count], JSON.stringify(filters));
      assert.equal((await unpacked(done)).names.length, count + 1);
    }
    assert.equal(draft.number, null);
  });

  test('says in its index what could not be printed', async () => {
    const gone = await drafted();
    const asked = await ask({ status: ['draft'] });
    await turn(asked);
    await call('delete_document', { id: gone.id }, { key: randomUUID() });
    const done = await finished(asked);
    assert.deepEqual([done.status, done.problems], ['completed', 1]);
    const { names, at } = await unpacked(done);
    assert.equal(names.length, 2);
    assert.match(readFileSync(join(at, 'index.csv'), 'utf8'), /The record was not found/);
  });
});

test('one that is cancelled makes no file, wherever it was', async () => {
  for (const turns of [0, 1, 2, 3]) {
    const asked = await ask({ type: ['invoice'], client_id: client.id });
    for (let taken = 0; taken < turns; taken += 1) await turn(asked);
    const cancelled = await call('cancel_document_export', { id: asked.id });
    assert.equal(cancelled.status, 'cancelled');
    assert.equal(await turn(asked), false);
  }
  // While its file is being filled.
  const asked = await ask({ type: ['quote'] });
  while ((await look(asked)).done < ((await look(asked)).total ?? 1)) await turn(asked);
  const cancelling: Progress = async () => void (await call('cancel_document_export', { id: asked.id }));
  assert.equal(await turn(asked, cancelling), false);
  assert.equal((await look(asked)).status, 'cancelled');
  assert.deepEqual(left(), []);
});

test('a file goes when its time is over, or when it is deleted', async () => {
  const done = await finished(await ask({ type: ['quote'] }));
  await call('delete_document_export', { id: done.id }, { key: randomUUID() });
  await sweeper(jobOf(done), async () => undefined);
  assert.equal(await store.read({ organization: organizationId, sha256: done.sha256 }), undefined);
  const gone = await look(done);
  assert.deepEqual([gone.status, gone.sha256], ['expired', null]);
});

test('work that ended every node that took it up is shown as failed', async () => {
  const asked = await ask({ type: ['quote'] });
  await turn(asked);
  world.emitted();
  await giveUp(jobOf(asked, 6));
  const failed = await look(asked);
  assert.equal(failed.status, 'failed');
  assert.match(failed.problem, /after several attempts/);
  assert.deepEqual(
    world.emitted().map(({ type }) => type),
    ['document_export.failed'],
  );
});

test('what has ended is not cancelled (invalid_state_transition, from cancel_document_export)', async () => {
  const done = await finished(await ask({ type: ['quote'] }));
  await assert.rejects(call('cancel_document_export', { id: done.id }), refused('invalid_state_transition'));
});

test('an organisation sees its own jobs alone, without what they were queued with', async () => {
  const { job_id: id } = await ask({ type: ['quote'] });
  const job = await call('get_job', { id });
  assert.deepEqual([job.kind, job.state, job.progress], ['export_documents', 'queued', 0]);
  assert.equal('payload' in job, false);
  await assert.rejects(call('get_job', { id }, { as: world.rival }), /was not found/);
});
