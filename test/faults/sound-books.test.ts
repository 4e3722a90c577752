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
  ['sums by day', `update account_days set debit = debit + 1 where ctid = (select min(ctid) from account_days)`],
  [
    'sums by month',
    `update account_months set credit = credit + 1 where ctid = (select min(ctid) from account_months)`,
  ],
  ['trial balance', `update journal_lines set amount = amount + 1 where ctid = (select min(ctid) from journal_lines)`],
  [
    'every entry balances',
    `delete from journal_lines where entry_id = (select id from journal_entries order by number limit 1)`,
  ],
  ['stock levels', `update stock_levels set on_hand = on_hand - 1 where ctid = (select min(ctid) from stock_levels)`],
  ['stock is worth', `update stock_pools set value = value + 1 where ctid = (select min(ctid) from stock_pools)`],
  ['left the stock once', `delete from stock_movements where type = 'sale_issue'`],
  ['what sales say', `update sales set amount_paid = amount_paid + 1 where number is not null`],
  ['what payments say', `update payments set amount_allocated = amount_allocated - 1`],
  ['numbers of sales', `update sales set number = 'S-2026-00009' where number like '%00002'`],
  ['numbers of payments', `delete from payments where number like '%00001'`],
  ['numbers of journal_entries', `delete from journal_entries where number like '%00002'`],
  ['one audit row', `delete from audit_log where action = 'record_sale'`],
  ['told of once', `delete from events where type = 'sale.confirmed'`],
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
