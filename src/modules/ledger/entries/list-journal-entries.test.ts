import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { z } from 'zod';
import { book, type Booked, soldOn } from '../../../../test/support/books.ts';
import { refused } from '../../../../test/support/refused.ts';
import { createWorld, type Wire } from '../../../../test/support/world.ts';
import { Id } from '../../../wire/index.ts';

const world = await createWorld();
const { call } = world;
const ann = await call('create_client', { type: 'individual', display_name: 'Ann' });
const clientId = z.decode(Id('client'), ann.id);
const taxRateId = randomUUID();
const sale = { type: 'sale', id: randomUUID(), event: 'sale.confirmed' };
const sold: Booked = {
  date: '2026-03-05',
  memo: 'Sale S-1 to Ann',
  header: { source: sale },
  lines: [
    { code: '1100', sum: '119.00', clientId },
    { code: '4000', sum: '-100.00' },
    { code: '2200', sum: '-19.00', taxRateId, taxBase: -10_000n },
  ],
};
const [soldId = ''] = await book(world, [sold]);
const reversal: Booked = {
  date: '2026-03-06',
  memo: 'Taken back',
  header: { kind: 'reversal', reversesId: soldId },
  lines: sold.lines.map(({ code, sum }) => ({ code, sum: sum.startsWith('-') ? sum.slice(1) : `-${sum}` })),
};
await book(world, [reversal, soldOn('2026-04-01', '10.00', 'Later')]);

const wireId = z.encode(Id('journal_entry'), soldId);
const memos = async (filter: object) => (await call('list_journal_entries', filter)).data.map((one: Wire) => one.memo);

test('the journal lists entries with their total, source and what reversed them, the latest first', async () => {
  const { data } = await call('list_journal_entries');
  assert.deepEqual(
    data.map((one: Wire) => one.entry_date),
    ['2026-04-01', '2026-03-06', '2026-03-05'],
  );
  const [, back, first] = data;
  assert.equal(first.total, '119.00');
  assert.equal(first.currency, 'EUR');
  assert.deepEqual(first.source, { type: 'sale', id: z.encode(Id('sale'), sale.id), event: 'sale.confirmed' });
  assert.equal(first.reversed_by_id, back.id);
  assert.equal(back.reverses_id, first.id);
  assert.equal(back.kind, 'reversal');
});

test('an entry shows its lines by side, with what they are about', async () => {
  const { lines } = await call('get_journal_entry', { id: wireId });
  assert.deepEqual(
    lines.map((line: Wire) => [line.account_code, line.account_name, line.side, line.amount]),
    [
      ['1100', 'Accounts receivable', 'debit', '119.00'],
      ['4000', 'Sales', 'credit', '100.00'],
      ['2200', 'Output tax', 'credit', '19.00'],
    ],
  );
  assert.equal(lines[0].client_id, z.encode(Id('client'), clientId));
  assert.equal(lines[2].tax_rate_id, z.encode(Id('tax_rate'), taxRateId));
  assert.equal(lines[2].tax_base, '100.00');
  assert.equal(lines[0].original_amount, null);
});

test('what was agreed in another currency shows in both', async () => {
  const usd = (minor: bigint) => ({ minor, currency: 'USD' });
  const [id = ''] = await book(world, [
    {
      date: '2026-01-01',
      memo: 'Foreign',
      lines: [
        { code: '1100', sum: '90.00', foreign: usd(100_00n) },
        { code: '4000', sum: '-90.00', foreign: usd(-100_00n) },
      ],
    },
  ]);
  const { lines } = await call('get_journal_entry', { id: z.encode(Id('journal_entry'), id) });
  assert.deepEqual(
    lines.map((line: Wire) => [line.side, line.amount, line.original_amount, line.original_currency]),
    [
      ['debit', '90.00', '100.00', 'USD'],
      ['credit', '90.00', '100.00', 'USD'],
    ],
  );
});

test('the journal is filtered by day, kind, account, client, source, number and words', async () => {
  const { data: accounts } = await call('list_accounts', { code: '2200' });
  const { data } = await call('list_journal_entries', { sort: 'number', limit: 1 });
  assert.deepEqual(await memos({ entry_date: { gte: '2026-03-06', lt: '2026-04-01' } }), ['Taken back']);
  assert.deepEqual(await memos({ kind: ['reversal'] }), ['Taken back']);
  assert.deepEqual(await memos({ account_id: accounts[0].id }), ['Taken back', 'Sale S-1 to Ann']);
  assert.deepEqual(await memos({ client_id: z.encode(Id('client'), clientId) }), ['Sale S-1 to Ann']);
  assert.deepEqual(await memos({ source_id: z.encode(Id('sale'), sale.id) }), ['Sale S-1 to Ann']);
  assert.deepEqual(await memos({ number: data[0].number }), ['Sale S-1 to Ann']);
  assert.deepEqual(await memos({ q: 'to ann' }), ['Sale S-1 to Ann']);
  assert.deepEqual(await memos({ posted_at: { lt: '2020-01-01T00:00:00Z' } }), []);
});

test('a source is the id of a record of any kind, and nothing else', async () => {
  for (const source of ['thing_01h455vb4pex5vsknk084sn02q', 'sale_1', 'x', sale.id]) {
    await assert.rejects(
      call('list_journal_entries', { source_id: source }),
      refused('validation_failed', ({ errors }) => assert.equal(errors[0].pointer, '/source_id')),
    );
  }
});

test('an entry of another organisation does not exist', async () => {
  await assert.rejects(call('get_journal_entry', { id: wireId }, { as: world.rival }), refused('not_found'));
  assert.deepEqual((await call('list_journal_entries', {}, { as: world.rival })).data, []);
});
