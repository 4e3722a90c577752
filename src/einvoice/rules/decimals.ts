import type { Decimal } from '../../core/decimal.ts';
import { decimalText, shortest } from '../exact.ts';
import type { Invoice, LineAdjustment } from '../model.ts';
import type { Report } from './finding.ts';

/** BR-DEC-01 to BR-DEC-28: amounts have two decimals at most, also where the currency has three. */
export function checkDecimals({ totals, taxes, lines, adjustments }: Invoice, error: Report): void {
  const check = (rule: string, pointer: string, amount: Decimal | null): void => {
    if (amount === null || shortest(amount).scale <= 2) return;
    error(rule, {
      pointer,
      message: `${decimalText(amount)} has more than two decimals.`,
      remedy: 'Write amounts of two decimals: in a currency that has three, the last one must be 0.',
    });
  };
  for (const [field, rule] of Object.entries(totalRules)) {
    check(rule, `/totals/${field}`, totals[field as keyof typeof totalRules]);
  }
  check('BR-DEC-15', '/taxCurrency/tax', totals.taxInTaxCurrency);
  for (const [index, row] of taxes.entries()) {
    check('BR-DEC-19', `/taxes/${index}/base`, row.base);
    check('BR-DEC-20', `/taxes/${index}/amount`, row.amount);
  }
  const checkAdjustment = (one: LineAdjustment, at: string, [amount, base]: readonly [string, string]): void => {
    check(amount, `${at}/amount`, one.amount);
    check(base, `${at}/base`, one.base);
  };
  for (const [index, one] of adjustments.entries()) {
    checkAdjustment(one, `/adjustments/${index}`, documentRules[one.kind]);
  }
  for (const [index, line] of lines.entries()) {
    check('BR-DEC-23', `/lines/${index}/net`, line.net);
    for (const [position, one] of line.adjustments.entries()) {
      checkAdjustment(one, `/lines/${index}/adjustments/${position}`, lineRules[one.kind]);
    }
  }
}

const totalRules = {
  lines: 'BR-DEC-09',
  discounts: 'BR-DEC-10',
  charges: 'BR-DEC-11',
  net: 'BR-DEC-12',
  tax: 'BR-DEC-13',
  gross: 'BR-DEC-14',
  prepaid: 'BR-DEC-16',
  rounding: 'BR-DEC-17',
  due: 'BR-DEC-18',
} as const;
const documentRules = { discount: ['BR-DEC-01', 'BR-DEC-02'], charge: ['BR-DEC-05', 'BR-DEC-06'] } as const;
const lineRules = { discount: ['BR-DEC-24', 'BR-DEC-25'], charge: ['BR-DEC-27', 'BR-DEC-28'] } as const;
