import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { addDays } from './calendar.ts';
import { sum } from './list.ts';
import {
  type Allocation,
  amountDue,
  checkAllocations,
  type CreditChange,
  type Due,
  freeSince,
  PaymentFault,
  paymentStatus,
  type Settlement,
  spread,
  unappliedOf,
  usedFrom,
} from './payment.ts';

const runs = { numRuns: 1_000 };
const january: Due = { id: 'january', due: 3000n, dueDate: '2026-01-31' };
const february: Due = { id: 'february', due: 5900n, dueDate: '2026-02-28' };

const amount = fc.bigInt({ min: 1n, max: 10n ** 6n });
const anyDues = fc
  .array(fc.tuple(fc.bigInt({ min: -5n, max: 10n ** 5n }), fc.nat(60)), { maxLength: 8 })
  .map((dues) =>
    dues.map(([due, age], index): Due => ({ id: String(index), due, dueDate: addDays('2026-01-01', age) })),
  );

function refuses(act: () => unknown, expected: Partial<PaymentFault>): void {
  assert.throws(act, (error) => {
    assert.ok(error instanceof PaymentFault && error instanceof Error);
    const { name, code, target, allowed } = error;
    assert.deepEqual(
      { name, code, target, allowed },
      { name: 'PaymentFault', target: undefined, allowed: undefined, ...expected },
    );
    assert.notEqual(error.message, '');
    return true;
  });
}

test('vector 9: 95 paid on 89 settles 89 and leaves a credit of 6', () => {
  assert.deepEqual(spread(9500n, [{ ...february, due: 8900n }]), {
    allocations: [{ id: 'february', amount: 8900n }],
    unapplied: 600n,
  });
});

test('vector 9: the oldest debt is paid first, wherever it stands', () => {
  assert.deepEqual(spread(4000n, [february, january]), {
    allocations: [
      { id: 'january', amount: 3000n },
      { id: 'february', amount: 1000n },
    ],
    unapplied: 0n,
  });
  assert.deepEqual(spread(3000n, [february, january]).allocations, [{ id: 'january', amount: 3000n }]);
  const duplicate = { ...january, id: 'duplicate' };
  assert.deepEqual(spread(100n, [duplicate, january]).allocations, [{ id: 'duplicate', amount: 100n }]);
});

test('a payment can be left to the debt that it matches, or to nobody', () => {
  assert.deepEqual(spread(5900n, [january, february], 'exact_match'), {
    allocations: [{ id: 'february', amount: 5900n }],
    unapplied: 0n,
  });
  assert.deepEqual(spread(100n, [january, february], 'exact_match'), { allocations: [], unapplied: 100n });
  assert.deepEqual(
    spread(3000n, [{ ...january, id: 'later', dueDate: '2026-03-01' }, january], 'exact_match').allocations,
    [{ id: 'january', amount: 3000n }],
  );
  assert.deepEqual(spread(3000n, [january], 'none'), { allocations: [], unapplied: 3000n });
});

test('a payment is spread without a rest, never beyond what is due, and no debt waits for a younger one', () => {
  fc.assert(
    fc.property(amount, anyDues, (paid, dues) => {
      const { allocations, unapplied } = spread(paid, dues);
      assert.equal(sum(allocations.map((one) => one.amount)) + unapplied, paid);
      const open = dues.filter((one) => one.due > 0n);
      const given = new Map(allocations.map((one) => [one.id, one.amount]));
      assert.equal(given.size, allocations.length);
      if (unapplied > 0n) assert.ok(open.every((one) => given.get(one.id) === one.due));
      for (const one of open) {
        const part = given.get(one.id) ?? 0n;
        assert.ok(part <= one.due);
        if (part < one.due) assert.ok(open.every((other) => other.dueDate <= one.dueDate || !given.has(other.id)));
      }
      assert.ok(allocations.every((one) => one.amount > 0n));
      assert.deepEqual(checkAllocations(paid, allocations, dues), { allocations, unapplied });
    }),
    runs,
  );
});

test('vector 21: allocations stay within the debt and within the payment', () => {
  const dues = [january, february];
  const check = (...allocations: Allocation[]) => checkAllocations(5000n, allocations, dues);
  assert.equal(check({ id: 'january', amount: 3000n }, { id: 'february', amount: 2000n }).unapplied, 0n);
  assert.equal(check({ id: 'january', amount: 3000n }).unapplied, 2000n);
  assert.equal(check().unapplied, 5000n);
  refuses(() => check({ id: 'january', amount: 3001n }), {
    code: 'amount_exceeds_due',
    target: 'january',
    allowed: 3000n,
  });
  refuses(() => check({ id: 'january', amount: 3000n }, { id: 'february', amount: 2001n }), {
    code: 'allocations_exceed_payment',
    allowed: 5000n,
  });
  refuses(() => check({ id: 'january', amount: 0n }), { code: 'allocation_not_positive', target: 'january' });
  refuses(() => check({ id: 'january', amount: -1n }), { code: 'allocation_not_positive', target: 'january' });
  refuses(() => check({ id: 'march', amount: 1n }), { code: 'target_unknown', target: 'march' });
  refuses(() => check({ id: 'january', amount: 1n }, { id: 'january', amount: 1n }), {
    code: 'allocation_repeated',
    target: 'january',
  });
});

test('a payment is more than zero', () => {
  for (const nothing of [0n, -1n]) {
    refuses(() => spread(nothing, [january]), { code: 'payment_not_positive' });
    refuses(() => checkAllocations(nothing, [], [january]), { code: 'payment_not_positive' });
  }
});

test('the status of a payment follows from the amounts alone', () => {
  const cases: [Partial<Settlement>, string, bigint][] = [
    [{}, 'unpaid', 100n],
    [{ paid: 1n }, 'partially_paid', 99n],
    [{ credited: 1n }, 'partially_paid', 99n],
    [{ paid: 100n }, 'paid', 0n],
    [{ paid: 60n, credited: 40n }, 'paid', 0n],
    [{ credited: 100n }, 'paid', 0n],
    [{ paid: 60n, writtenOff: 40n }, 'paid', 0n],
    [{ writtenOff: 40n }, 'unpaid', 60n],
    [{ writtenOff: 100n }, 'unpaid', 0n],
    [{ paid: 1n, writtenOff: 40n }, 'partially_paid', 59n],
    [{ paid: 101n }, 'overpaid', -1n],
    [{ paid: 100n, credited: 30n }, 'overpaid', -30n],
    [{ paid: 120n, refunded: 20n }, 'paid', 0n],
    [{ paid: 120n, refunded: 10n }, 'overpaid', -10n],
    [{ paid: 200n, refunded: 100n }, 'paid', 0n],
    [{ paid: 100n, credited: 30n, refunded: 30n }, 'partially_refunded', 0n],
    [{ paid: 100n, refunded: 30n }, 'partially_refunded', 30n],
    [{ paid: 100n, credited: 100n, refunded: 100n }, 'refunded', 0n],
    [{ paid: 40n, credited: 100n, refunded: 40n }, 'refunded', 0n],
    [{ paid: 120n, credited: 100n, refunded: 120n }, 'refunded', 0n],
    [{ paid: 120n, credited: 100n, refunded: 119n }, 'overpaid', -1n],
  ];
  for (const [amounts, status, due] of cases) {
    const settlement = { total: 100n, paid: 0n, refunded: 0n, credited: 0n, ...amounts };
    assert.equal(
      paymentStatus(settlement),
      status,
      JSON.stringify(amounts, (_, one) => String(one)),
    );
    assert.equal(amountDue(settlement), due);
  }
});

test('vector 32: a sale of zero is paid from the start', () => {
  assert.equal(paymentStatus({ total: 0n, paid: 0n, refunded: 0n, credited: 0n }), 'paid');
});

test('what is paid in any number of parts is due by as much less, and paid at the end', () => {
  fc.assert(
    fc.property(fc.array(amount, { minLength: 1, maxLength: 6 }), (parts) => {
      const total = sum(parts);
      let paid = 0n;
      for (const part of parts) {
        paid += part;
        const settlement = { total, paid, refunded: 0n, credited: 0n };
        assert.equal(amountDue(settlement), total - paid);
        assert.equal(paymentStatus(settlement), paid < total ? 'partially_paid' : 'paid');
      }
    }),
    runs,
  );
});

test('what of a payment is not used can be used, and no more', () => {
  assert.equal(unappliedOf({ amount: 100n, refunded: 30n, allocated: 50n }), 20n);
  assert.equal(unappliedOf({ amount: 100n, refunded: 50n, allocated: 50n }), 0n);
  assert.throws(
    () => unappliedOf({ amount: 100n, refunded: 50n, allocated: 51n }),
    /a payment of 100 is used 1 too much/,
  );
});

const anyUses = fc.array(fc.tuple(fc.bigInt({ min: 1n, max: 50n }), fc.nat(20), fc.option(fc.nat(20))), {
  maxLength: 6,
});

test('what is free since a day is free on every day from then on, and was not on the day before', () => {
  fc.assert(
    fc.property(anyUses, fc.bigInt({ min: 1n, max: 100n }), (uses, wanted) => {
      const day = (place: number) => addDays('2026-01-01', place);
      const changes = uses.flatMap(([used, from, undone]) =>
        usedFrom(used, day(from), undone === null ? null : day(from + undone)),
      );
      const freeOn = (on: string) =>
        100n + sum(changes.filter((change: CreditChange) => change.day <= on).map(({ by }) => by));
      const last = freeOn(day(60));
      const needed = wanted < last ? wanted : last;
      if (needed <= 0n) return;
      const since = freeSince({ amount: 100n, day: day(0) }, needed, changes);
      const days = Array.from({ length: 60 }, (_, place) => day(place));
      for (const one of days) if (one >= since) assert.ok(freeOn(one) >= needed, one);
      if (since > day(0)) assert.ok(freeOn(addDays(since, -1)) < needed);
    }),
    runs,
  );
});
