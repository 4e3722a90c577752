import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { anyLine } from '../../test/support/bank-rules.ts';
import { sum } from '../core/list.ts';
import type { Line, Suggestion } from './model.ts';
import { type Rule, type RuleConditions, Rules, splitOf } from './rules.ts';

const rule = (id: string, asked: Partial<RuleConditions>, more: Partial<Rule> = {}): Rule => ({
  id,
  name: id,
  mode: 'book',
  conditions: { ...anyLine, ...asked },
  targets: [{ kind: 'account', id: 'rent', percent: null, amount: null }],
  ...more,
});
const line = (more: Partial<Line> = {}): Line => ({
  id: 'line',
  bankAccountId: 'giro',
  day: '2026-03-02',
  currency: 'EUR',
  amount: -80_000n,
  counterpartyName: 'Müller Immobilien GmbH',
  counterpartyAccount: 'DE75512108001245126199',
  text: 'MIETE11/2026 Büro',
  references: [],
  ...more,
});
const hits = (asked: Partial<RuleConditions>, more: Partial<Line> = {}) =>
  new Rules([rule('one', asked)]).first(line(more)) !== undefined;

test('words are found whole, whatever their case, accents and the digits beside them', () => {
  assert.ok(hits({ wordsAll: ['Miete', 'buro'] }));
  assert.ok(hits({ wordsAll: ['miete 11'] }));
  assert.ok(hits({ wordsAny: ['rent', 'muller'] }), 'the name of the counterparty counts too');
  assert.ok(!hits({ wordsAll: ['miet'] }));
  assert.ok(!hits({ wordsAll: ['miete', 'rent'] }));
  assert.ok(!hits({ wordsAny: ['rent'] }, { text: 'Bluerent', counterpartyName: null }));
});

test('every other condition is asked too', () => {
  assert.ok(hits({ direction: 'out', currency: 'EUR', amountMin: 80_000n, amountMax: 80_000n }));
  assert.ok(!hits({ direction: 'in' }));
  assert.ok(!hits({ currency: 'USD' }));
  assert.ok(!hits({ amountMin: 80_001n }));
  assert.ok(!hits({ amountMax: 79_999n }));
  assert.ok(hits({ bankAccountIds: ['giro'] }) && !hits({ bankAccountIds: ['card'] }));
  assert.ok(hits({ counterpartyName: 'Mueller Immobilien' }) && !hits({ counterpartyName: 'Müller Rohrbau' }));
  assert.ok(hits({ counterpartyAccount: 'de75 5121 0800 1245 1261 99' }));
  assert.ok(!hits({ counterpartyAccount: 'DE02120300000000202051' }) && !hits({ counterpartyAccount: '' }));
});

test('the first rule that fits wins, in any order', () => {
  fc.assert(
    fc.property(fc.array(fc.boolean(), { minLength: 1, maxLength: 12 }), (fitting) => {
      const all = fitting.map((fit, index) => rule(String(index), { wordsAll: [fit ? 'miete' : 'strom'] }));
      const first = fitting.indexOf(true);
      assert.equal(new Rules(all).first(line())?.rule.id, first === -1 ? undefined : String(first));
    }),
  );
});

test('parts come to the line, to the cent, and none is below zero', () => {
  const part = fc.record({
    percent: fc.option(fc.bigInt(1n, 100_000_000n)),
    amount: fc.option(fc.bigInt(1n, 100_000n)),
  });
  const amounts = fc.bigInt(-10_000_000n, 10_000_000n).filter((amount) => amount !== 0n);
  fc.assert(
    fc.property(fc.array(part, { maxLength: 6 }), amounts, fc.nat(6), (parts, amount, place) => {
      const targets = parts
        .map(({ percent, amount: fixed }) => ({ percent, amount: percent === null ? (fixed ?? 1n) : null }))
        .toSpliced(place, 0, { percent: null, amount: null })
        .map((one, index) => ({ kind: 'account' as const, id: String(index), ...one }));
      const split = splitOf(targets, { amount, bankAccountId: 'giro' });
      if (split === undefined) return;
      assert.equal(sum(split.map((one) => one.amount)), amount < 0n ? -amount : amount);
      assert.ok(split.every((one) => one.amount > 0n));
    }),
  );
});

test('a share of a percentage is rounded to the cent, and the rest takes the difference', () => {
  const targets = [
    { kind: 'account' as const, id: 'third', percent: 33_333_333n, amount: null },
    { kind: 'account' as const, id: 'rest', percent: null, amount: null },
    { kind: 'account' as const, id: 'fixed', percent: null, amount: 500n },
  ];
  const parts = splitOf(targets, { amount: -10_001n, bankAccountId: 'giro' });
  assert.deepEqual(
    parts?.map(({ id, amount }) => [id, amount]),
    [
      ['third', 3_334n],
      ['rest', 6_167n],
      ['fixed', 500n],
    ],
  );
  assert.equal(splitOf(targets, { amount: -500n, bankAccountId: 'giro' }), undefined, 'nothing would be left');
});

test('a rule books only where nothing else speaks for the line', () => {
  const other = (score: number, isCertain = false): Suggestion => ({
    score,
    targets: [{ kind: 'sale', id: 'sale', amount: 80_000n }],
    fee: 0n,
    isExplained: true,
    isCertain,
    evidence: [],
  });
  const rules = new Rules([rule('rent', { wordsAll: ['miete'] })]);
  const certain = (all: readonly Suggestion[], refused: readonly string[] = []) =>
    rules.join(line(), all, refused).find(({ ruleId }) => ruleId === 'rent')?.isCertain;
  assert.equal(certain([]), true);
  assert.equal(certain([other(40)]), true, 'an amount alone is no claim');
  assert.equal(certain([other(55)]), false, 'amount and name of an open invoice are');
  assert.equal(certain([other(95, true)]), false);
  assert.equal(rules.join(line(), [other(95, true)])[0]?.ruleId, undefined, 'a certain invoice comes first');
  assert.equal(certain([], ['rent']), false, 'somebody unmatched the line from it');
  const suggesting = new Rules([rule('rent', { wordsAll: ['miete'] }, { mode: 'suggest' })]);
  assert.equal(suggesting.join(line(), [])[0]?.isCertain, false);
});

test('hostile texts and conditions take no more than a glance', () => {
  const evil = `${'a'.repeat(50_000)} ${'a '.repeat(50_000)}!`;
  const rules = new Rules(
    Array.from({ length: 500 }, (_, index) =>
      rule(String(index), { wordsAll: ['(a+)+$', `${'a '.repeat(50)}b`], wordsAny: ['.*.*.*x'] }),
    ),
  );
  const before = process.cpuUsage();
  assert.equal(rules.first(line({ text: evil })), undefined);
  assert.ok(process.cpuUsage(before).user < 5_000_000);
});
