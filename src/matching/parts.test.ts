import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Matcher } from './matcher.ts';
import type { Line, LineDetail, OpenItem } from './model.ts';

const item = (id: string, open: bigint, partyId: string): OpenItem => ({
  side: 'sale',
  id,
  numbers: [`S-2026-0000${id}`],
  references: [],
  partyId,
  day: '2026-03-01',
  due: '2026-03-15',
  currency: 'EUR',
  open,
  discounts: [],
});
const detail = (amount: bigint, text: string): LineDetail => ({
  amount,
  text,
  counterpartyName: null,
  counterpartyAccount: null,
  references: [],
});
const line = (amount: bigint, details: readonly LineDetail[]): Line => ({
  id: 'line',
  bankAccountId: 'bank',
  day: '2026-03-16',
  currency: 'EUR',
  amount,
  counterpartyName: null,
  counterpartyAccount: null,
  text: '',
  references: [],
  details,
});
const suggest = (of: Line, items: readonly OpenItem[]) =>
  new Matcher({ items, parties: [], recorded: new Map(), accounts: [], lines: [] }).suggest(of);
const items = [item('1', 100n, 'ana'), item('2', 200n, 'bo'), item('3', 300n, 'bo')];

test('payments that were booked together pay the invoices that each of them names', () => {
  const [best, other] = suggest(
    line(300n, [detail(100n, 'S-2026-00001'), detail(200n, 'S-2026-00002')]),
    items.slice(0, 2),
  );
  assert.equal(other, undefined);
  assert.deepEqual(
    best?.targets.map(({ id, amount }) => [id, amount]),
    [
      ['1', 100n],
      ['2', 200n],
    ],
  );
  assert.deepEqual([best?.isExplained, best?.isCertain], [true, true]);
  assert.equal(best?.evidence[0]?.value, 'S-2026-00001, S-2026-00002');
});

test('one payment of them that is of nothing known leaves the line uncertain', () => {
  const [best] = suggest(line(350n, [detail(100n, 'S-2026-00001'), detail(250n, 'rent')]), items);
  assert.deepEqual([best?.isExplained, best?.isCertain, best?.targets.map(({ id }) => id)], [false, false, ['1']]);
});

test('two of them that name one invoice are for a person', () => {
  const twice = suggest(line(200n, [detail(100n, 'S-2026-00001'), detail(100n, 'S-2026-00001')]), items);
  assert.ok(twice.every(({ isCertain }) => !isCertain));
});

test('several invoices of one client by one transfer each are one suggestion', () => {
  const [best, other] = suggest(line(500n, [detail(200n, 'S-2026-00002'), detail(300n, 'S-2026-00003')]), items);
  assert.deepEqual([best?.isCertain, other], [true, undefined]);
});
