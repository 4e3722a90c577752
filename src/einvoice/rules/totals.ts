import type { Decimal } from '../../core/decimal.ts';
import { decimalText, distance, isSame, minus, order, percentOf, plus, rounded, total } from '../exact.ts';
import type { Invoice, LineAdjustment } from '../model.ts';
import type { Report } from './finding.ts';

/** BR-CO-10 to BR-CO-18: that the totals follow from their parts. */
export function checkTotals(invoice: Invoice, error: Report): void {
  const { totals, lines, adjustments, taxes } = invoice;
  const sums: readonly Sum[] = [
    ['BR-CO-10', 'lines', 'the sum of the lines', totals.lines, total(lines.map(({ net }) => net))],
    ['BR-CO-11', 'discounts', 'the sum of the discounts', totals.discounts, sumOf(adjustments, 'discount')],
    ['BR-CO-12', 'charges', 'the sum of the charges', totals.charges, sumOf(adjustments, 'charge')],
    [
      'BR-CO-13',
      'net',
      'the lines less discounts plus charges',
      totals.net,
      plus(minus(totals.lines, totals.discounts), totals.charges),
    ],
    ['BR-CO-14', 'tax', 'the sum of the taxes', totals.tax, total(taxes.map(({ amount }) => amount))],
    ['BR-CO-15', 'gross', 'the net plus the tax', totals.gross, plus(totals.net, totals.tax)],
    [
      'BR-CO-16',
      'due',
      'the gross less what was paid plus rounding',
      totals.due,
      plus(minus(totals.gross, totals.prepaid), totals.rounding),
    ],
  ];
  for (const sum of sums) checkSum(sum, error);
  if (taxes.length === 0) {
    error('BR-CO-18', {
      pointer: '/taxes',
      message: 'Nothing says what tax there is.',
      remedy: 'Write one row for each category and rate, also where the tax is zero.',
    });
  }
  for (const [index, row] of taxes.entries()) checkRow(index, row, error);
}

type Sum = readonly [rule: string, field: string, name: string, said: Decimal, computed: Decimal];

function checkSum([rule, field, name, said, computed]: Sum, error: Report): void {
  if (isSame(said, computed)) return;
  error(rule, {
    pointer: `/totals/${field}`,
    message: `It says ${decimalText(said)}, and ${name} is ${decimalText(computed)}.`,
    remedy: `Write ${decimalText(computed)}, or put right what it is the sum of.`,
  });
}

function sumOf(adjustments: readonly LineAdjustment[], kind: LineAdjustment['kind']): Decimal {
  return total(adjustments.filter((one) => one.kind === kind).map(({ amount }) => amount));
}

/** Tolerance of a tax amount: the rounding of many lines one by one. */
export const taxSlack: Decimal = { units: 1n, scale: 0 };

function checkRow(index: number, row: Invoice['taxes'][number], error: Report): void {
  const { percent, base, amount } = row;
  if (percent === null && row.category !== 'O') {
    error('BR-48', {
      pointer: `/taxes/${index}/percent`,
      message: 'The tax has no rate.',
      remedy: 'Write its percentage: 0 where the category has none to pay.',
    });
  }
  if (percent === null) return;
  const computed = percentOf(base, percent, 2);
  // The official check takes a rate below a half of a percent for none.
  const isTooLow = rounded(percent, 0).units === 0n && rounded(amount, 0).units !== 0n;
  if (!isTooLow && order(distance(amount, computed), taxSlack) < 0) return;
  const share = `${decimalText(percent)} % of ${decimalText(base)}`;
  error('BR-CO-17', {
    pointer: `/taxes/${index}/amount`,
    message: `${decimalText(amount)} is not ${share}, which comes to ${decimalText(computed)}.`,
    remedy: 'Round the tax once for the document: rounded line by line it is too far from its percentage.',
  });
}
