import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import type { Client } from 'pg';
import { asOwner } from '../support/database.ts';
import { createMcpService } from '../support/mcp-service.ts';
import { must, openCounter, saleOf } from './counter.ts';
import { brokenLaws, laws, lawsBrokenFor } from './sound-books.ts';

/** For each law a change that breaks it, made as only a superuser can who switches off what protects the tables. */
const drifts: readonly (readonly [lawPart: string, change: string])[] = [
  // One of what every installation checks; the rest is tried beside those checks.
  ['day_sums', `update account_days set debit = debit + 1 where ctid = (select min(ctid) from account_days)`],
  ['one audit row', `delete from audit_log where action = 'record_sale'`],
  ['told of once', `delete from call_events where events::text like '%"sale.confirmed"%'`],
];

test('control: each law of sound books notices a drift that was planted behind its back', async () => {
  const { url, database } = await createMcpService();
  const counter = await openCounter(url);
  for (const key of [randomUUID(), randomUUID(), randomUUID()]) {
    await must(url, 'POST /api/sales/record', saleOf(counter, key), { token: counter.token, key });
  }
  assert.deepEqual(await brokenLaws(database.ownerUrl), []);
  const noticed = new Set<string>();
  for (const [part, change] of drifts) {
    const broken = await asOwner(database.ownerUrl, (client) => lawsBrokenAfter(client, change));
    assert.ok(
      broken.some((line) => line.includes(part)),
      `${part} was not noticed`,
    );
    for (const { law } of laws) if (law.includes(part)) noticed.add(law);
  }
  assert.deepEqual(
    laws.map(({ law }) => law).filter((law) => !noticed.has(law)),
    [],
  );
});

/** Plants it past every trigger, looks, and takes it back. */
async function lawsBrokenAfter(client: Client, change: string): Promise<string[]> {
  await client.query('set session_replication_role = replica');
  await client.query('begin');
  const { rowCount } = await client.query(change);
  assert.notEqual(rowCount, 0, `nothing was planted: ${change}`);
  const broken = await lawsBrokenFor(client);
  await client.query('rollback');
  return broken;
}
