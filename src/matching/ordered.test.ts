import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Line, OrderedPayment } from './model.ts';
import { OrderedPayments } from './ordered.ts';

const payment = (id: string, amount: bigint, more: Partial<OrderedPayment> = {}): OrderedPayment => ({
  id,
  endToEndId: `EXP-${id}`,
  batchId: 'PF-1-1',
  day: '2026-03-02',
  amount,
  targets: [{ kind: 'expense', id, amount }],
  ...more,
});
const line = (amount: bigint, more: Partial<Line> = {}): Line => ({
  id: 'line',
  bankAccountId: 'giro',
  day: '2026-03-03',
  currency: 'EUR',
  amount,
  counterpartyName: null,
  counterpartyAccount: null,
  text: '',
  references: [],
  ...more,
});
const ids = (payments: readonly OrderedPayment[], of: Line): string[] =>
  new OrderedPayments(payments).candidatesFor(of).flatMap(({ targets }) => targets.map(({ id }) => id));

test('an end-to-end id finds its payment, however it is written, and only to the cent', () => {
  const all = [payment('a', 100n), payment('b', 100n)];
  assert.deepEqual(ids(all, line(-100n, { orderIds: ['EXP-B'] })), ['b']);
  assert.deepEqual(ids(all, line(-99n, { orderIds: ['EXP-B'] })), []);
  assert.deepEqual(ids(all, line(100n, { orderIds: ['EXP-B'] })), [], 'money that comes in pays nothing');
  assert.deepEqual(ids(all, line(-200n, { orderIds: ['EXP-A', 'EXP-B'] })), ['a', 'b']);
});

test('the sum of a batch finds all of it, by the id of the batch or by the only batch near that comes to it', () => {
  const all = [payment('a', 100n), payment('b', 250n), payment('c', 40n, { batchId: 'PF-1-2' })];
  assert.deepEqual(ids(all, line(-350n)), ['a', 'b']);
  assert.deepEqual(ids(all, line(-350n, { day: '2026-04-20' })), [], 'not weeks later');
  assert.deepEqual(ids(all, line(-350n, { day: '2026-04-20', orderIds: ['PF-1-1'] })), ['a', 'b']);
  assert.deepEqual(ids(all, line(-40n)), [], 'the amount of one payment proves nothing');
  assert.deepEqual(ids(all, line(-40n, { orderIds: ['PF-1-2'] })), ['c']);
  const twins = [...all, payment('d', 350n, { batchId: 'PF-2-1' }), payment('e', 0n, { batchId: 'PF-2-1' })];
  assert.deepEqual(ids(twins, line(-350n)), [], 'two batches of one sum');
});

test('what a line was matched with is not found again', () => {
  const ordered = new OrderedPayments([payment('a', 100n), payment('b', 250n)]);
  ordered.take([{ kind: 'expense', id: 'a', amount: 100n }]);
  assert.deepEqual(ordered.candidatesFor(line(-100n, { orderIds: ['EXP-A'] })), []);
  assert.deepEqual(ordered.candidatesFor(line(-350n)), []);
});
