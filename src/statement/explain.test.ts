import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type ExplainableLine, type ExplainingEntry, joinExplanations } from './explain.ts';

const plain = {
  accountId: 'a',
  currency: 'CHF',
  minor: 30_000n,
  day: '2026-03-02',
  bankReference: null,
  batchId: null,
  customerReference: null,
} as const;

const said = (id: string, more: Partial<ExplainingEntry> = {}): ExplainingEntry => ({
  ...plain,
  id,
  detailCount: 3,
  ...more,
});
const line = (id: string, more: Partial<ExplainableLine> = {}): ExplainableLine => ({
  ...plain,
  id,
  ownReference: null,
  detailCount: 0,
  isBare: true,
  ...more,
});
const pairs = (entries: readonly ExplainingEntry[], lines: readonly ExplainableLine[]) =>
  joinExplanations(entries, lines).joined.map(({ explanationId, lineId }) => [explanationId, lineId]);
const unclear = (entries: readonly ExplainingEntry[], lines: readonly ExplainableLine[]) => [
  ...joinExplanations(entries, lines).unclear,
];

describe('an explanation', () => {
  test('is of the only bare line of its account, currency, amount and day', () => {
    assert.deepEqual(pairs([said('e')], [line('l')]), [['e', 'l']]);
    for (const other of [
      { accountId: 'b' },
      { currency: 'EUR' },
      { minor: -30_000n },
      { minor: 30_001n },
      { day: '2026-03-03' },
      { isBare: false, detailCount: 3 },
    ] as const) {
      assert.deepEqual(pairs([said('e')], [line('l', other)]), []);
    }
  });

  test('is of none of two that fit, nor one of two explanations of a line', () => {
    assert.deepEqual(pairs([said('e')], [line('l'), line('m')]), []);
    assert.deepEqual(unclear([said('e')], [line('l'), line('m')]), ['e']);
    assert.deepEqual(pairs([said('e'), said('f')], [line('l')]), []);
    assert.deepEqual(unclear([said('e'), said('f')], [line('l')]), ['e', 'f']);
  });

  test('is of the line that the bank names, within five days and whatever else is equal', () => {
    for (const name of ['bankReference', 'batchId', 'customerReference'] as const) {
      const named = { [name]: 'ZKB 2026/4711' };
      const lines = [line('l'), line('m', { [name]: 'zkb20264711', day: '2026-03-07', isBare: false })];
      assert.deepEqual(pairs([said('e', named)], lines), [['e', 'm']]);
      assert.deepEqual(pairs([said('e', named)], [line('m', { [name]: 'ZKB20264711', day: '2026-03-08' })]), []);
    }
  });

  test('keeps two batches of one QR-IBAN apart by the ids of the bank', () => {
    const iban = { customerReference: 'CH4431999123000889012' };
    const entries = [said('e', { ...iban, bankReference: 'B2' }), said('f', { ...iban, bankReference: 'B1' })];
    const lines = [
      line('l', { ...iban, bankReference: 'B1', ownReference: 'B1' }),
      line('m', { ...iban, bankReference: 'B2', ownReference: 'B2' }),
    ];
    assert.deepEqual(pairs(entries, lines), [
      ['e', 'm'],
      ['f', 'l'],
    ]);
    assert.deepEqual(pairs([said('e', { ...iban, bankReference: 'B3' })], lines), [], 'another id, another entry');
    assert.deepEqual(pairs([said('e', iban)], lines), []);
  });

  test('takes no word for nothing as a name', () => {
    for (const nothing of ['NONREF', 'NOTPROVIDED', '', '000000']) {
      const named = { bankReference: nothing, ownReference: nothing };
      assert.deepEqual(pairs([said('e', named)], [line('l', named), line('m', named)]), []);
      assert.deepEqual(pairs([said('e', named)], [line('l', { ...named, day: '2026-03-05' })]), []);
    }
  });

  test('adds nothing to a line that has as many payments of its own', () => {
    const named = { bankReference: 'B1' };
    const adds = (more: Partial<ExplainableLine>) =>
      joinExplanations([said('e', named)], [line('l', { ...named, ...more })]).joined[0]?.adds;
    assert.deepEqual(
      [adds({}), adds({ isBare: false, detailCount: 1 }), adds({ isBare: false, detailCount: 3 })],
      [true, true, false],
    );
  });
});
