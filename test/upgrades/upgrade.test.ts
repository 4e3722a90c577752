import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
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
    await migrateUntil(database.ownerUrl, lastThen);
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

test('what was told of locks under its former name is told under that of today, whoever waits for it', async () => {
  const upgraded = await createEmptyDatabase();
  try {
    await migrateUntil(upgraded.ownerUrl, '0494_period_events_webhooks.sql');
    await asOwner(upgraded.ownerUrl, async (owner) => {
      const event = [randomUUID(), randomUUID()];
      await owner.query('set session_replication_role = replica');
      for (const row of [
        `events (organization_id, id, type, data, actor, request_id, occurred_at)
          values ($1, $2, 'periods.locked', '{"id": "lock"}', '{}', 'r', now())`,
        'unpublished_events (organization_id, event_id) values ($1, $2)',
        `published_events (organization_id, sequence, event_id, type, occurred_at)
          values ($1, 1, $2, 'periods.locked', now())`,
        `webhook_deliveries (organization_id, id, webhook_id, event_type, status, created_at, ended_at)
          values ($1, $2, $2, 'periods.locked', 'succeeded', now(), now())`,
      ]) {
        await owner.query(`insert into ${row}`, event);
      }
      await owner.query('set session_replication_role = origin');
      await migrate(upgraded.ownerUrl);
      const { rows } = await owner.query<{ type: string; data: object }>(
        `select type, data from events union all select type, null from published_events
          union all select event_type, null from webhook_deliveries`,
      );
      assert.deepEqual(
        rows.map(({ type }) => type),
        ['period.locked', 'period.locked', 'period.locked'],
      );
      assert.deepEqual(rows[0]?.data, { id: 'lock' });
      const rewrite = owner.query(`update events set type = 'other.told'`);
      await assert.rejects(rewrite, { constraint: 'append_only' });
    });
  } finally {
    await upgraded.drop();
  }
});

test('a file that was binned while it belonged to a record is there again, and others stay in the bin', async () => {
  const upgraded = await createEmptyDatabase();
  try {
    await migrateUntil(upgraded.ownerUrl, '0496_period_events_history.sql');
    await asOwner(upgraded.ownerUrl, async (owner) => {
      const [organization, linked, free] = [randomUUID(), randomUUID(), randomUUID()];
      await owner.query('set session_replication_role = replica');
      await owner.query(
        `insert into files (organization_id, id, name, kind, sha256, content_type, size, deleted_at, purge_at,
            search_text, created_at, updated_at, created_by, updated_by)
          select $1, id, 'a.pdf', 'other', 'x', 'application/pdf', 1, now(), now(), '', now(), now(), '{}', '{}'
          from unnest($2::uuid[]) as id`,
        [organization, [linked, free]],
      );
      await owner.query(
        'insert into file_links (organization_id, file_id, document_id, created_at) values ($1, $2, $2, now())',
        [organization, linked],
      );
      await owner.query('set session_replication_role = origin');
      await migrate(upgraded.ownerUrl);
      const { rows } = await owner.query('select id from files where deleted_at is null and purge_at is null');
      assert.deepEqual(rows, [{ id: linked }]);
      const bin = owner.query('update files set deleted_at = now(), purge_at = now() where id = $1', [linked]);
      await assert.rejects(bin, { constraint: 'file_links_file_fkey' });
    });
  } finally {
    await upgraded.drop();
  }
});

async function migrateUntil(url: string, last: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'daybook-upgrade-'));
  const then = readdirSync(migrations).filter((name) => name.endsWith('.sql') && name <= last);
  for (const name of then) cpSync(new URL(name, migrations), join(folder, name));
  await migrate(url, pathToFileURL(`${folder}/`));
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
