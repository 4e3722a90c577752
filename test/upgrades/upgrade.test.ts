import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import type pg from 'pg';
import { openDatabase } from '../../src/db/database.ts';
import { migrate } from '../../src/db/migrate.ts';
import { everyCheck, runCheck } from '../../src/modules/checks/index.ts';
import { asOwner, createEmptyDatabase } from '../support/database.ts';

/** The last migration that the books in `before-expenses.jsonl` know. */
const lastThen = '0110_report_facts.sql';
const migrations = new URL('../../migrations/', import.meta.url);

type Kept = { readonly table: string; readonly row: Readonly<Record<string, unknown>> };

/** Rows of two organisations: one that traded for a month, and one that never did. */
const lines = readFileSync(new URL('before-expenses.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n');
const kept = Map.groupBy(
  lines.map((line) => JSON.parse(line) as Kept),
  ({ table }) => table,
);
const rowsOf = (table: string) => (kept.get(table) ?? []).map(({ row }) => row);

const database = await createEmptyDatabase();
after(() => database.drop());

test('books of an older version come along whole, and every check of this one holds for them', async () => {
  await asOwner(database.ownerUrl, async (owner) => {
    await migrateUntilThen();
    await fill(owner);
    const applied = await migrate(database.ownerUrl);
    assert.ok(applied.includes('0130_expenses.sql') && applied.length > 30);
    for (const table of ['sales', 'payments', 'stock_movements', 'clients', 'variants']) {
      const { rows } = await owner.query<{ count: string }>(`select count(*) from ${table}`);
      assert.equal(Number(rows[0]?.count), rowsOf(table).length, table);
    }
  });
  await holds();
});

test('goods that came in before bills could receive them wait for their bill, and are no debt yet', async () => {
  await asOwner(database.ownerUrl, async (owner) => {
    const { rows } = await owner.query<{ role: string; owed: string }>(
      `select account.system_role as role, sum(line.amount)::text as owed from journal_lines as line
        join accounts as account on account.organization_id = line.organization_id and account.id = line.account_id
        where account.system_role in ('payable', 'goods_received') group by 1 order by 1`,
    );
    assert.deepEqual(rows, [
      { role: 'goods_received', owed: '-6000' },
      { role: 'payable', owed: '0' },
    ]);
  });
});

test('a migration that was mended counts where its former form was applied, and no other form does', async () => {
  await asOwner(database.ownerUrl, async (owner) => {
    const mended = readdirSync(migrations).flatMap((name) => {
      const [, former] = /^-- Formerly ([0-9a-f]{64})/m.exec(readFileSync(new URL(name, migrations), 'utf8')) ?? [];
      return former === undefined ? [] : [{ name, former }];
    });
    assert.ok(mended.length > 0);
    const setChecksum = (name: string, checksum: string) =>
      owner.query('update migrations set checksum = $2 where name = $1', [name, checksum]);
    for (const { name, former } of mended) {
      await setChecksum(name, former);
      assert.deepEqual(await migrate(database.ownerUrl), []);
      await setChecksum(name, 'f'.repeat(64));
      await assert.rejects(migrate(database.ownerUrl), /was applied in another form/);
      await setChecksum(name, former);
    }
  });
});

async function migrateUntilThen(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'daybook-upgrade-'));
  const then = readdirSync(migrations).filter((name) => name.endsWith('.sql') && name <= lastThen);
  for (const name of then) cpSync(new URL(name, migrations), join(folder, name));
  await migrate(database.ownerUrl, pathToFileURL(`${folder}/`));
  rmSync(folder, { recursive: true, force: true });
}

async function fill(owner: pg.Client): Promise<void> {
  await owner.query('set session_replication_role = replica');
  for (const table of kept.keys()) {
    const rows = rowsOf(table);
    const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))].map((name) => `"${name}"`).join(', ');
    await owner.query(
      `insert into ${table} (${columns}) select ${columns} from jsonb_populate_recordset(null::${table}, $1)`,
      [JSON.stringify(rows)],
    );
  }
  await owner.query('set session_replication_role = origin');
}

/** Every check, in every organisation. */
async function holds(): Promise<void> {
  const db = openDatabase({ url: database.runtimeUrl, role: 'daybook_runtime', connectionsMax: 1 });
  for (const { id } of rowsOf('organizations')) {
    const organization = String(id);
    await db.transaction({ organization, readOnly: true }, async (tx) => {
      for (const check of everyCheck) assert.deepEqual((await runCheck(tx, organization, check)).found, [], check.name);
    });
  }
  await db.close();
}
