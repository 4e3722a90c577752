import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { refused } from '../../../test/support/refused.ts';
import { createWorld } from '../../../test/support/world.ts';

const { call, ana, rival } = await createWorld();

test('so many at once are refused (limit_exceeded, from create_document_export), until one has ended', async () => {
  const one = () => call('create_document_export', {}, { key: randomUUID() });
  const first = await one();
  for (let asked = 1; asked < 50; asked += 1) await one();
  await assert.rejects(
    one(),
    refused('limit_exceeded', ({ max }) => assert.equal(max, 50)),
  );
  await call('cancel_document_export', { id: first.id });
  assert.equal((await one()).status, 'queued');
});

test('a day stands for its bounds, and what was not asked for is null', async () => {
  const { filters } = await call(
    'create_document_export',
    { type: ['invoice'], issue_date: '2026-03-01' },
    { as: rival },
  );
  const issue_date = { gte: '2026-03-01', gt: null, lte: '2026-03-01', lt: null };
  assert.deepEqual(filters, { type: ['invoice'], status: null, client_id: null, issue_date, tag: null, booked: null });
});

test('whoever may not read the journal or the files gets none (forbidden, from create_document_export)', async () => {
  for (const needs of ['ledger:read', 'files:read']) {
    const permissions = ana.permissions.difference(new Set([needs]));
    await assert.rejects(
      call('create_document_export', { booked: '2026-07-01' }, { as: { ...ana, permissions } }),
      refused('forbidden', (details) => assert.equal(details['needs'], needs)),
    );
  }
  const token = { ...ana, kind: 'mcp_token' as const, permissions: new Set(['documents:read']) };
  await assert.rejects(
    call('create_document_export', { booked: '2026-07-01' }, { as: token }),
    refused('insufficient_scope', (details) => assert.equal(details['needs'], 'ledger:read')),
  );
});
