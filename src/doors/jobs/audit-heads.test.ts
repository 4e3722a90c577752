import assert from 'node:assert/strict';
import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { sealedBooks, type SealedBusiness } from '../../../test/support/sealed-books.ts';
import { createWorld, operationNamed, type Wire } from '../../../test/support/world.ts';
import { acceptHeads } from '../../commands/accept-audit-log.ts';
import { checkAll } from '../../commands/check-books.ts';
import { sealEntries } from '../../modules/audit/index.ts';
import { run } from '../../operation/run.ts';
import { type HeadFile, openHeadFile } from './audit-heads.ts';

const world = await createWorld();
const { call, runtime } = world;
const { business, superuser } = sealedBooks(world);
const dataFolder = mkdtempSync(join(tmpdir(), 'daybook-heads-'));
const path = join(dataFolder, 'audit', 'heads.jsonl');
after(() => rmSync(dataFolder, { recursive: true }));

function openFile(): HeadFile {
  const file = openHeadFile({
    dataFolder,
    key: runtime.secrets.audit,
    onError: (error) => {
      throw error;
    },
  });
  after(() => file.close());
  return file;
}

const file = openFile();
const early = '2000-01-01T00:00:00.000Z';

async function seal(id: string): Promise<void> {
  const sealed = (organization: string, head: { sequence: bigint; hash: Buffer }) =>
    file.note(organization, { ...head, at: early, note: null });
  while ((await sealEntries({ ...runtime, sealed }, id)) > 0);
  file.flush();
}

async function verify({ who }: SealedBusiness, heads: HeadFile = openFile()): Promise<Wire> {
  const request = { actor: who, input: {}, origin: { door: 'rest', requestId: 'test' } } as const;
  const { output } = await run({ ...runtime, auditHeads: heads }, operationNamed('verify_audit_log'), request);
  return output as Wire;
}

/** A business whose head is written, of so many entries. */
async function written(entries: number): Promise<SealedBusiness> {
  const made = await business(entries);
  await call('create_client', { type: 'individual', display_name: 'Last' }, { as: made.who });
  await seal(made.id);
  const verdict = await verify(made);
  assert.deepEqual([verdict.ok, verdict.written.sequence], [true, entries + 1], 'control: untouched it verifies');
  return made;
}

const everything = ['audit_log', 'audit_seals', 'audit_heads', 'audit_unsealed'];
const places = ({ found }: Wire) => found.map(({ kind, sequence }: Wire) => [kind, sequence]);

test('a log that was deleted with its chain and its head is not sound, with a file of heads and without', async () => {
  const gone = await written(2);
  await superuser(async (client) => {
    for (const table of everything) await client.query(`delete from ${table} where organization_id = $1`, [gone.id]);
  });
  for (const heads of [openFile(), { ...openFile(), find: () => undefined }]) {
    const verdict = await verify(gone, heads);
    assert.deepEqual([verdict.ok, verdict.checked, places(verdict)], [false, 0, [['removed', 1]]]);
  }
  const lines: string[] = [];
  assert.equal(await checkAll(world.db, (line) => void lines.push(line), runtime.secrets), false);
  assert.match(lines.join('\n'), /WRONG Sealed Goods: audit log of 0 sealed entries; 1 wrong/);
});

test('a log that began anew after it was deleted is missed by what was written', async () => {
  const gone = await written(3);
  await superuser(async (client) => {
    for (const table of everything) await client.query(`delete from ${table} where organization_id = $1`, [gone.id]);
  });
  await call('create_client', { type: 'individual', display_name: 'As if nothing were' }, { as: gone.who });
  while ((await sealEntries(runtime, gone.id)) > 0);
  assert.deepEqual(places(await verify(gone)), [['removed', 2]]);
  const lines: string[] = [];
  assert.equal(await checkAll(world.db, (line) => void lines.push(line), runtime.secrets, openFile()), false);
  assert.match(lines.join('\n'), /removed: entry 2/);
});

test('a log that was put back to an older head is missed, until an operator says why', async () => {
  const old = await business(2);
  const { rows } = await superuser((client) =>
    client.query('select * from audit_heads where organization_id = $1', [old.id]),
  );
  await call('create_client', { type: 'individual', display_name: 'Later' }, { as: old.who });
  await seal(old.id);
  assert.equal((await verify(old)).ok, true, 'control');
  await superuser(async (client) => {
    const { sequence, hash, sealed_at, signature } = rows[0];
    await client.query(
      `delete from audit_log where id in (
         select audit_id from audit_seals where organization_id = $1 and sequence > $2)`,
      [old.id, sequence],
    );
    await client.query('delete from audit_seals where organization_id = $1 and sequence > $2', [old.id, sequence]);
    await client.query(
      'update audit_heads set sequence = $2, hash = $3, sealed_at = $4, signature = $5 where organization_id = $1',
      [old.id, sequence, hash, sealed_at, signature],
    );
  });
  assert.deepEqual(places(await verify(old)), [['removed', 3]]);
  const said: string[] = [];
  const note = 'The backup of Monday was restored.';
  await acceptHeads({ db: world.db, secrets: runtime.secrets, file, note, say: (line) => void said.push(line) });
  const verdict = await verify(old, file);
  assert.deepEqual([verdict.ok, verdict.written.sequence, verdict.written.note], [true, 2, note]);
  assert.ok(
    said.some((line) => line.startsWith('Sealed Goods is not accepted: its audit log is not whole.')),
    'what is gone stays gone',
  );
});

test('emptying tables and altering a row are told of as before', async () => {
  const altered = await written(2);
  await superuser((client) => client.query(`update audit_log set door = 'mcp' where id = $1`, [altered.rows[0]]));
  assert.deepEqual(places(await verify(altered)), [['altered', 1]]);
  await superuser((client) => client.query(`truncate ${everything.join(', ')}`));
  assert.deepEqual(places(await verify(altered)), [['removed', 1]]);
});

test('the file is added to, and lines that this installation did not write count for nothing', async () => {
  const id = '0197a000-0000-7000-8000-00000000000b';
  const at = early;
  file.note(id, { sequence: 7n, hash: Buffer.alloc(32, 7), at, note: null });
  file.flush();
  const before = readFileSync(path, 'utf8');
  assert.equal(openFile().find(id, at)?.sequence, 7n);
  const [forged = ''] = before.split('\n').filter((line) => line.includes(id));
  appendFileSync(path, `${forged.replace('"7"', '"3"')}\n{"organization":"${id}","seq`);
  assert.equal(openFile().find(id, at)?.sequence, 7n, 'neither a forged line nor half a line');
  assert.equal(openFile().find(id, '1999-01-01T00:00:00Z'), undefined, 'nothing that was written later');
  assert.ok(readFileSync(path, 'utf8').startsWith(before));
  const next = openFile();
  next.note(id, { sequence: 8n, hash: Buffer.alloc(32, 8), at, note: null });
  next.flush();
  assert.equal(openFile().find(id, at)?.sequence, 8n, 'what comes after half a line is whole');
});

test('a file that grew long keeps the last line of each organisation', async () => {
  const id = '0197a000-0000-7000-8000-00000000000c';
  const note = 'x'.repeat(400_000);
  for (let sequence = 1n; sequence <= 12n; sequence += 1n) {
    file.note(id, { sequence, hash: Buffer.alloc(32), at: early, note });
    file.flush();
  }
  const lines = readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line.includes(id));
  assert.ok(lines.length < 12, `${lines.length} lines`);
  assert.equal(openFile().find(id, early)?.sequence, 12n);
});
