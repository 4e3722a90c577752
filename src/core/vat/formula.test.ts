import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { type CodeSum, evaluate, hasCode, parseFormula } from './formula.ts';

const sum = (code: string, base: bigint, tax: bigint, more: Partial<CodeSum> = {}): CodeSum => ({
  code,
  base,
  owed: code.startsWith('P') ? 0n : tax,
  input: code.startsWith('P') || code.startsWith('I') ? tax : 0n,
  lost: 0n,
  isCredit: base < 0n,
  ...more,
});
const come = (text: string, sums: readonly CodeSum[], boxes: Record<string, bigint> = {}) =>
  evaluate(parseFormula(text), { sums, boxOf: (box) => boxes[box] ?? 0n, unit: 100n });

describe('a formula', () => {
  test('adds up measures of codes, other boxes and percentages', () => {
    const sums = [sum('S19', 1_000_040n, 190_008n), sum('S7', 50_000n, 3_500n), sum('IS19', 10_000n, 1_900n)];
    assert.equal(come('whole(base(S19))', sums), 1_000_000n);
    assert.equal(come('[81] * 19% + tax(IS) - input(IS)', sums, { '81': 1_000_000n }), 190_000n);
    assert.equal(come('[7] * 3 / 23', [], { '7': 2_300_000n }), 300_000n);
    assert.equal(come('base(S8.1) * 8.1%', [sum('S8.1', 1_000_000n, 0n)]), 81_000n);
    assert.equal(come('atLeastZero([3] - [4])', [], { '3': 1n, '4': 2n }), 0n);
    assert.equal(come('size([3] - [4])', [], { '3': 1n, '4': 2n }), 1n);
    assert.equal(come('0 - [3]', [], { '3': 5n }), -5n);
  });

  test('cuts off towards zero, of what is taken back too', () => {
    assert.equal(come('whole(base(S19))', [sum('S19', -199n, 0n)]), -100n);
  });

  test('tells what was charged from what was credited', () => {
    const sums = [sum('S19', 500n, 95n), sum('S19', -200n, -38n)];
    assert.deepEqual(
      ['charged(S19)', 'credited(S19)', 'taxCharged(S19)', 'taxCredited(S19)', 'base(S19)'].map((text) =>
        come(text, sums),
      ),
      [500n, 200n, 95n, 38n, 300n],
    );
  });

  test('that is none is refused, wherever it is wrong', () => {
    for (const text of ['', 'base(', 'base(S19', '[81', '[81] +', 'bass(S19)', '[81] * x%', '[81]]', 'base(s19)']) {
      assert.throws(() => parseFormula(text), RangeError, text);
    }
  });

  test('comes to the sum of its parts, whatever the amounts', () => {
    const amount = fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n });
    fc.assert(
      fc.property(amount, amount, amount, (left, right, tax) => {
        const sums = [sum('S19', left, tax), sum('K', right, 0n)];
        assert.equal(come('base(S19+K)', sums), come('base(S19)', sums) + come('base(K)', sums));
        assert.equal(come('charged(S+K) - credited(S+K)', sums), left + right);
        assert.equal(come('atLeastZero(base(K)) - atLeastZero(0 - base(K))', sums), right);
      }),
    );
  });
});

test('a pattern is a nature, one code, or a nature without some percentages', () => {
  assert.ok(hasCode(['S'], 'S19') && hasCode(['S19'], 'S19') && hasCode(['S!7'], 'S19') && hasCode(['OSS'], 'OSSFR20'));
  assert.ok(
    !hasCode(['S'], 'OSSFR20') && !hasCode(['S!19'], 'S19') && !hasCode(['K'], 'KS') && !hasCode(['P'], 'PC19'),
  );
});
