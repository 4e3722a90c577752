import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { openArchiveFixture } from '../../test/support/archive-fixture.ts';
import { asOwner } from '../../test/support/database.ts';
import { catalogue } from '../catalogue.ts';
import { tenantTables } from '../db/tenant-tables.ts';
import { checkAuditLog } from '../modules/audit/index.ts';
import { everyCheck, runCheck } from '../modules/checks/index.ts';
import type { Operation } from '../operation/operation.ts';
import { BadArchive } from './check-parts.ts';
import { changedByRestore, columnsLeftOut, rowsKept, tablesLeftOut } from './left-out.ts';
import { openZipReader } from './zip-reader.ts';

const fixture = await openArchiveFixture();
const { source, shop } = fixture;
const folder = mkdtempSync(join(tmpdir(), 'daybook-archives-'));
after(() => rmSync(folder, { recursive: true, force: true }));
const archive = join(folder, 'shop.zip');
const written = await fixture.write(source, archive);
const target = await fixture.elsewhere();
const empty = await fixture.elsewhere();
const restored = await fixture.restore(target, archive);

describe('an organisation with records of every kind, restored elsewhere', () => {
  test('has every record that it had, to the last digit', async () => {
    const again = await fixture.write(target, join(folder, 'again.zip'));
    const changed = new Set([...Object.keys(changedByRestore), 'audit_seals', 'audit_unsealed']);
    const sums = (manifest: typeof written.manifest) =>
      manifest.tables
        .filter(({ table }) => !changed.has(table))
        .map(({ table, rows, sha256 }) => [table, rows, sha256]);
    assert.deepEqual(sums(again.manifest), sums(written.manifest));
    assert.equal(restored.records, written.records - fixture.peopleCount(written));
    const filled = written.manifest.tables.filter(({ rows }) => rows > 0);
    assert.ok(filled.length > 70, `${filled.length} tables with rows`);
  });

  test('answers every question as before, all reports and the books for hledger and Beancount among them', async () => {
    const [asked, different]: [string[], string[]] = [[], []];
    for (const operation of catalogue.filter(isComparable)) {
      const input = fixture.inputOf(operation);
      const [there, here] = [await source.ask(operation, input), await target.ask(operation, input)];
      asked.push(operation.name);
      if (!isDeepStrictEqual(here, there)) different.push(operation.name);
    }
    assert.deepEqual(different, []);
    for (const format of ['hledger', 'beancount', 'ledger', 'csv']) {
      const [there, here] = [
        await source.call('export_ledger', { format }),
        await target.call('export_ledger', { format }),
      ];
      assert.deepEqual(here, there);
      assert.ok(there.content.length > 1_000, format);
    }
    assert.ok(asked.filter((name) => /trial_balance|balance_sheet|profit_and_loss|aging/.test(name)).length >= 5);
    assert.ok(asked.length > 100, String(asked.length));
  });

  test('has books without a finding, and an audit log that verifies with the key of where it is now', async () => {
    const { organization: id } = target;
    await target.db.transaction({ organization: id, readOnly: true }, async (tx) => {
      for (const check of everyCheck) assert.deepEqual((await runCheck(tx, id, check)).found, [], check.name);
    });
    const verdict = await checkAuditLog({ ...target, organization: id });
    assert.deepEqual([verdict.ok, verdict.found], [true, []]);
    assert.ok(verdict.checked > 50);
    const foreign = await checkAuditLog({ ...target, secrets: source.secrets, organization: id });
    assert.equal(foreign.ok, false, 'control: it is not the chain of where it came from');
  });

  test('has the bytes of its files and the pages of its documents as they were', async () => {
    const { sha256, content } = await source.call('get_document_pdf', { id: shop.ids['doc'] });
    const here = await target.call('get_document_pdf', { id: shop.ids['doc'] });
    assert.deepEqual([here.sha256, here.content], [sha256, content]);
    assert.ok(written.manifest.files.count >= 2);
    assert.deepEqual(written.manifest.files.missing, []);
    for (const hash of await fixture.contentsOf(target)) assert.equal(await fixture.hashKept(target, hash), hash);
  });

  test('goes on with its numbers without a gap', async () => {
    const next = async (side: typeof source) => {
      const client = await side.call('create_client', { type: 'business', display_name: 'The Next One' });
      return client.number;
    };
    const [there, here] = [await next(source), await next(target)];
    assert.equal(here, there);
  });

  test('has its people, who choose new passwords, and no credential that opened anything before', async () => {
    assert.deepEqual(
      restored.people.map(({ email, isNew }) => [email, isNew]).includes([shop.who.email, true] as never),
      false,
    );
    assert.ok(restored.people.some(({ email, isNew }) => email === shop.who.email && isNew));
    const [tokens] = await fixture.rows(target, 'select count(*)::int as n from mcp_tokens where revoked_at is null');
    const [shares] = await fixture.rows(
      target,
      'select count(*)::int as n from document_shares where revoked_at is null',
    );
    const [hooks] = await fixture.rows(target, `select count(*)::int as n from webhooks where status = 'enabled'`);
    assert.deepEqual([tokens, shares, hooks], [{ n: 0 }, { n: 0 }, { n: 0 }]);
    const schedules = await fixture.rows(target, 'select distinct status from scheduled_reports');
    assert.deepEqual(schedules, [{ status: 'paused' }], 'nobody is mailed twice');
    const [waiting] = await fixture.rows(
      target,
      `select count(*)::int as n from document_mails where status = 'queued'`,
    );
    assert.deepEqual(waiting, { n: 0 });
  });
});

/** Operations whose answer depends on the caller, on the key of the installation, or on state that a restore ends. */
const notComparable = new Set([
  'verify_audit_log',
  'export_audit_log',
  'export_client',
  'get_audit_entry',
  'list_webhooks',
  'get_webhook',
  'list_webhook_deliveries',
  'get_webhook_delivery',
  'list_invites',
  'get_invite',
  'list_api_keys',
  'list_connected_apps',
  'get_connected_app',
  'list_oauth_apps',
  'get_oauth_app',
  'get_api_key',
  'list_mcp_tokens',
  'get_mcp_token',
  'list_approvals',
  'get_approval',
  'list_document_shares',
  'get_document_share',
  'list_document_mails',
  'get_document_mail',
  'list_document_exports',
  'get_document_export',
  'list_jobs',
  'get_job',
  'list_members',
  'get_member',
  'list_reminders',
  'get_reminder',
  'list_exports',
  'get_export',
  'list_scheduled_reports',
  'get_scheduled_report',
]);

function isComparable({ effect, permission, name, mcp }: Operation): boolean {
  const isOurs = permission !== 'public' && permission !== 'signed_in' && mcp !== 'hidden';
  return effect === 'read' && isOurs && !notComparable.has(name);
}

describe('an archive', () => {
  test('holds every table of the organisation, or says why not', async () => {
    const all = await source.db.transaction({ readOnly: true }, tenantTables);
    const said = new Set(written.manifest.tables.map(({ table }) => table));
    for (const { name, columns } of all) {
      assert.ok(said.has(name) !== Object.hasOwn(tablesLeftOut, name), `${name} is in it, or left out with a reason`);
      for (const column of Object.keys(columnsLeftOut[name] ?? {})) {
        assert.ok(
          columns.some((one) => one.name === column),
          `${name}.${column}`,
        );
      }
    }
    const named = [tablesLeftOut, columnsLeftOut, changedByRestore, rowsKept].flatMap((list) => Object.keys(list));
    assert.deepEqual(
      named.filter((name) => !all.some((table) => table.name === name)),
      [],
    );
  });

  test('holds no secret: no hash of a credential, nothing sealed, no password', async () => {
    const secrets = await fixture.secretsIn(source);
    assert.ok(secrets.length > 8, 'control: there are some');
    const zip = await openZipReader(archive);
    for (const path of zip.entries.keys()) {
      if (path.startsWith('files/')) continue;
      const text = Buffer.concat(await Array.fromAsync(zip.read(path))).toString();
      for (const { what, hex } of secrets) assert.ok(!text.includes(hex), `${path} holds ${what}`);
    }
    await zip.close();
  });

  test('comes back only where the organisation is not', async () => {
    await assert.rejects(fixture.restore(target, archive), isBad(/is here already/));
    for (const hash of await fixture.contentsOf(target)) assert.equal(await fixture.hashKept(target, hash), hash);
  });

  test('that is damaged in a single byte is refused, and leaves nothing behind', async () => {
    const broken = join(folder, 'broken.zip');
    await fixture.rewrite(archive, broken, {});
    const zip = await openZipReader(broken);
    const part = zip.entries.get('records/journal_lines.jsonl') ?? assert.fail();
    await zip.close();
    const handle = await open(broken, 'r+');
    const byte = Buffer.alloc(1);
    const at = part.relativeOffsetOfLocalHeader + 90 + Math.floor(part.compressedSize / 2);
    await handle.read(byte, 0, 1, at);
    await handle.write(Buffer.from([(byte[0] ?? 0) ^ 1]), 0, 1, at);
    await handle.close();
    await refusedWhole(broken, /journal_lines\.jsonl/);
  });

  test('with rows of another organisation, rows left out, or references to nothing is refused whole', async () => {
    const altered = join(folder, 'altered.zip');
    const other = '01900000-0000-7000-8000-000000000000';
    const id = source.organization;
    await fixture.rewrite(archive, altered, { clients: (text) => text.replaceAll(id, other) });
    await refusedWhole(altered, /rows of another organisation/);
    await fixture.rewrite(archive, altered, { clients: (text) => text.split('\n').slice(1).join('\n') });
    await refusedWhole(altered, /should hold|refer to others/);
    await fixture.rewrite(archive, altered, { 'journal_lines:count': (text) => text.split('\n').slice(1).join('\n') });
    await refusedWhole(altered, /books are not as they were/);
  });

  test('of another form of the database is refused with what to do', async () => {
    const older = join(folder, 'older.zip');
    await fixture.rewrite(archive, older, {
      manifest: (text) => text.replace(written.manifest.schema, '0001_foundation.sql'),
    });
    await refusedWhole(older, /Restore it with the release that made it/);
    const edited = join(folder, 'edited.zip');
    await fixture.rewrite(archive, edited, {
      manifest: (text) => text.replace(written.manifest.schema, `${written.manifest.schema.slice(0, -12)}0123456789ab`),
    });
    await refusedWhole(edited, /Restore it with the release that made it/);
  });

  test('restored only to see whether it works brings no work that would be done by itself', async () => {
    await fixture.restore(empty, archive, { bringsJobs: false });
    assert.deepEqual(await fixture.rows(empty, 'select * from jobs'), []);
    const [jobs] = await fixture.rows(target, 'select count(*)::int as n from jobs');
    assert.ok(Number(jobs?.['n']) > 0, 'control: otherwise it does');
  });
});

test('a user who may not hold triggers back is told what lets them, and then restores', async () => {
  const side = await fixture.elsewhere();
  const role = `keeper_${randomUUID().replaceAll('-', '')}`;
  const run = (text: string) => asOwner(side.ownerUrl, (client) => client.query(text));
  await run(`create role ${role} in role current_user`);
  const remedy = `grant set on parameter session_replication_role to ${role};`;
  await assert.rejects(fixture.restore(side, archive, { role }), isBad(new RegExp(`administrator run: ${remedy}`)));
  assert.deepEqual(await fixture.rows(side, 'select * from organizations'), []);
  await run(remedy);
  assert.equal((await fixture.restore(side, archive, { role })).records, restored.records);
  await run(remedy.replace('grant', 'revoke').replace(' to ', ' from '));
  await run(`drop role ${role}`);
});

async function refusedWhole(path: string, why: RegExp): Promise<void> {
  await assert.rejects(fixture.restore(empty, path), isBad(why));
  for (const table of ['organizations', 'clients', 'users', 'journal_lines']) {
    assert.deepEqual(await fixture.rows(empty, `select * from ${table}`), [], table);
  }
  assert.deepEqual(fixture.filesOf(empty), []);
}

function isBad(why: RegExp): (error: unknown) => boolean {
  return (error) => error instanceof BadArchive && why.test(error.message);
}
