import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { anyFacts } from '../../test/support/einvoice/any-facts.ts';
import { decimal, sampleFacts } from '../../test/support/einvoice/facts.ts';
import { richFacts } from '../../test/support/einvoice/rich.ts';
import { sum } from '../core/list.ts';
import { ciiOf } from './cii.ts';
import { expenseOf } from './expense-of.ts';
import { invoiceOf } from './invoice-of.ts';
import type { Invoice } from './model.ts';
import { readInvoice } from './read.ts';
import { ublOf } from './ubl.ts';

const { invoice } = invoiceOf(sampleFacts(), { profile: 'en16931' });

test('an e-invoice becomes the facts of a draft expense', () => {
  const expense = expenseOf({ warnings: [], invoice });
  assert.equal(expense.kind, 'invoice');
  assert.equal(expense.number, '2026-0042');
  assert.equal(expense.issued, '2026-03-02');
  assert.equal(expense.due, '2026-03-16');
  assert.equal(expense.currency, 'EUR');
  assert.equal(expense.supplier.name, 'Nordlicht Möbel GmbH');
  assert.equal(expense.supplier.vatId, 'DE123456788');
  assert.equal(expense.supplier.email, 'ada@nordlicht.example');
  assert.equal(expense.payment.iban, 'DE02120300000000202051');
  assert.equal(expense.payment.reference, '2026-0042');
  assert.equal(expense.order, 'PO-77');
  assert.deepEqual(
    expense.lines.map(({ description, quantity, unit, amount, percent }) => [
      description,
      quantity,
      unit,
      amount,
      percent,
    ]),
    [
      ['Oak table', '2', 'C62', 200_00n, '19'],
      ['Book <on> oak & ash', '1', 'C62', 30_00n, '7'],
    ],
  );
  assert.deepEqual(expense.totals, { net: 230_00n, tax: 40_10n, gross: 270_10n, prepaid: 0n, due: 270_10n });
  assert.deepEqual(expense.warnings, []);
});

test('a credit note is one, and says what it corrects', () => {
  const credited = invoiceOf(richFacts({ type: 'credit_note' }), { profile: 'en16931' }).invoice;
  const { kind, corrects } = expenseOf({ warnings: [], invoice: credited });
  assert.deepEqual([kind, corrects], ['credit_note', ['2026-0001']]);
});

test('whatever we invoice, its reader books the same: lines, taxes and what is due', () => {
  fc.assert(
    fc.property(anyFacts, fc.boolean(), (facts, isUbl) => {
      const written = invoiceOf(facts, { profile: 'en16931' }).invoice;
      const read = readInvoice(Buffer.from(isUbl ? ublOf(written) : ciiOf(written)));
      const { lines, taxes, totals, warnings } = expenseOf(read);
      assert.deepEqual(warnings, []);
      assert.equal(sum(lines.map(({ amount }) => amount)), facts.totals.net);
      assert.equal(sum(taxes.map(({ amount }) => amount)), facts.totals.tax);
      assert.deepEqual(totals, {
        net: facts.totals.net,
        tax: facts.totals.tax,
        gross: facts.totals.gross,
        prepaid: facts.totals.prepaid + facts.totals.withheld,
        due: facts.totals.due,
      });
    }),
    { numRuns: 200 },
  );
});

function withTotals(changes: Partial<Invoice['totals']>): Invoice {
  return { ...invoice, totals: { ...invoice.totals, ...changes } };
}

test('a total that is not the sum of its parts is a warning, and is not put right silently', () => {
  const { warnings, totals } = expenseOf({
    warnings: [],
    invoice: withTotals({ gross: decimal('370.10'), due: decimal('370.10') }),
  });
  assert.deepEqual(
    warnings.map(({ code, place }) => [code, place]),
    [['BR-CO-15', '/totals/gross']],
  );
  assert.equal(totals.gross, 370_10n);
});

test('an amount that the currency does not have is rounded, with a warning', () => {
  const { warnings, totals } = expenseOf({ warnings: [], invoice: withTotals({ prepaid: decimal('0.005') }) });
  assert.equal(totals.prepaid, 1n);
  assert.ok(warnings.some(({ code, place }) => code === 'too_many_decimals' && place === '/totals/prepaid'));
});

test('a currency that is none is a warning', () => {
  const { warnings } = expenseOf({ warnings: [], invoice: { ...invoice, currency: 'ECU' } });
  assert.deepEqual(warnings, [
    { code: 'currency_unknown', place: '/currency', message: '"ECU" is no currency of ISO 4217.' },
  ]);
});

test('an account that is no IBAN is told as one', () => {
  const [mean] = invoice.payment.means;
  assert.ok(mean !== undefined);
  const account = { id: '12345678', isIban: false, name: null, bic: null };
  const { payment } = expenseOf({
    warnings: [],
    invoice: { ...invoice, payment: { ...invoice.payment, means: [{ ...mean, account }] } },
  });
  assert.deepEqual([payment.iban, payment.account], [null, '12345678']);
});
