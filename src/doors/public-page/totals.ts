import { formatDecimal, parseDecimal } from '../../core/decimal.ts';
import { filled } from '../../render/labels/index.ts';
import { bareTaxName } from '../../render/tax-name.ts';
import type { Priced, Reader } from './reader.ts';

/** A step from the lines to the total. */
export type Step = { readonly label: string; readonly amount: string };

/**
 * From the lines to the total, every step of it. Where prices include tax the taxes are inside, so they are told apart
 * in `inside` and are no steps.
 */
export function stepsOf(shown: Priced, reader: Reader): { readonly steps: Step[]; readonly inside: Step[] } {
  const { labels } = reader;
  const { totals, discounts, charges, prices_include_tax: withTax } = shown;
  const levied = totals.taxes.filter(({ kind }) => kind === 'standard');
  const taxes = levied.map((tax) => ({ label: taxLabel(tax, reader), amount: tax.amount }));
  const before = discounts.filter(({ applies }) => applies === 'before_tax');
  const after = discounts.filter(({ applies }) => applies === 'after_tax');
  const off = ({ name, amount }: { name: string | null; amount: string }) => {
    return { label: name ?? labels.discount, amount: negated(amount) };
  };
  const extra = charges.map(({ name, amount }) => ({ label: name ?? labels.charge, amount }));
  if (shown.lines.length === 0) return { steps: [], inside: [] };
  const lines = shown.lines.flatMap(({ subtotal }) => (subtotal === null ? [] : [subtotal]));
  const steps = [
    ...before.map(off),
    ...extra,
    ...(withTax ? [] : taxes),
    ...after.map(off),
    ...heldBack(shown, reader),
    ...(isZero(totals.rounding) ? [] : [{ label: labels.rounding, amount: totals.rounding }]),
  ];
  const subtotal = { label: labels.subtotal, amount: sum(lines) };
  return { steps: steps.length === 0 ? [] : [subtotal, ...steps], inside: withTax ? taxes : [] };
}

/** What of it has been settled, and what is left to pay. */
export function settledOf({ total, amount_paid: paid, amount_due: due }: Priced, { labels }: Reader): Step[] {
  if (paid === null || due === null || due === total) return [];
  const received = isZero(paid) ? [] : [{ label: labels.prepaid, amount: negated(paid) }];
  return [...received, { label: labels.amountDue, amount: due }];
}

type Tax = Priced['totals']['taxes'][number];

function taxLabel({ name, percentage, base }: Tax, { labels, percent, money }: Reader): string {
  return filled(labels.taxOn, {
    name: bareName(name, percentage),
    rate: percent(percentage),
    base: money(base),
  }).trim();
}

function heldBack({ totals }: Priced, { percent }: Reader): Step[] {
  const held = totals.taxes.filter(({ kind }) => kind === 'withholding');
  return held.map(({ name, percentage, amount }) => {
    return { label: `${bareName(name, percentage)} ${percent(percentage)}`.trim(), amount: negated(amount) };
  });
}

function bareName(name: string, percentage: string): string {
  const percent = parseDecimal(percentage);
  return percent === undefined ? name : bareTaxName(name, percent);
}

/** Why a tax is not there, as the law wants it said. */
export function reasonsOf({ totals }: Priced, { labels }: Reader): string[] {
  const reasons = totals.taxes.flatMap(({ kind, exemption_reason: reason }) => {
    if (reason !== null) return [reason];
    return kind === 'reverse_charge' ? [labels.reverseCharge] : [];
  });
  return [...new Set(reasons)];
}

export function isZero(amount: string): boolean {
  return /^-?[0.]+$/.test(amount);
}

export function negated(amount: string): string {
  if (isZero(amount)) return amount;
  return amount.startsWith('-') ? amount.slice(1) : `-${amount}`;
}

/** Amounts of one currency have the same decimals. */
function sum(amounts: readonly string[]): string {
  const [first = '0'] = amounts;
  const decimals = first.includes('.') ? first.length - first.indexOf('.') - 1 : 0;
  const total = amounts.reduce((so, amount) => so + BigInt(amount.replace('.', '')), 0n);
  return formatDecimal(total, decimals);
}
