import { formatDecimal } from '../../core/decimal.ts';
import { filled } from '../../messages/index.ts';
import type { Priced, Reader, Shown } from './reader.ts';

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
  const off = ({ name, type, value, amount }: Priced['discounts'][number]) => {
    const called = name ?? labels.discount;
    const label = type === 'percent' ? `${called} ${reader.percent(value)}` : called;
    return { label, amount: negated(amount) };
  };
  const extra = charges.map(({ kind, name, amount }) => {
    const usual = kind === 'other' ? labels.charge : labels.chargeKinds[kind];
    return { label: name ?? usual, amount };
  });
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

/** Payments, deposits by themselves, and the amount due, with its instalments. */
export function settledOf(shown: Priced, reader: Reader): Step[] {
  const { total, amount_paid: paid, amount_due: due } = shown;
  const { labels } = reader;
  if (paid === null || due === null || due === total) return partsOf(shown, reader);
  const deposits = (shown.deposits ?? []).map(({ number, total: deposit }) => {
    return { label: `${labels.entry.deposit_invoice} ${number}`, amount: negated(deposit) };
  });
  const rest = sum([paid, ...deposits.map(({ amount }) => amount)]);
  const received = isZero(rest) ? [] : [{ label: labels.prepaid, amount: negated(rest) }];
  return [...deposits, ...received, { label: labels.amountDue, amount: due }, ...partsOf(shown, reader)];
}

function partsOf(shown: Shown, { labels, day, percent }: Reader): Step[] {
  return openParts(shown).map(({ due_date: due, amount, amount_due: left, percent: share }) => {
    const told = share === null || amount !== left || isFine(share) ? '' : ` · ${percent(share)}`;
    return { label: `${labels.due} ${day(due)}${told}`, amount: left };
  });
}

/** A third of the total has more decimals than anybody reads. */
function isFine(percent: string): boolean {
  return /\.[0-9]{2}0*[1-9]/.test(percent);
}

/** The parts that are left to pay, of what is paid in several. */
export function openParts({ payment_schedule: parts, status }: Shown): Shown['payment_schedule'] {
  const left = status === 'open' || status === 'overdue' ? parts.filter((part) => !isZero(part.amount_due)) : [];
  return left.length > 1 ? left : [];
}

type Tax = Priced['totals']['taxes'][number];

function taxLabel({ name, percentage, base }: Tax, { labels, percent, money, taxName }: Reader): string {
  return filled(labels.taxOn, {
    name: taxName(name, percentage),
    rate: percent(percentage),
    base: money(base),
  }).trim();
}

function heldBack({ totals }: Priced, { percent, taxName }: Reader): Step[] {
  const held = totals.taxes.filter(({ kind }) => kind === 'withholding');
  return held.map(({ name, percentage, amount }) => {
    return { label: `${taxName(name, percentage)} ${percent(percentage)}`.trim(), amount: negated(amount) };
  });
}

/** Discounts for paying early, as long as something is owed. */
export function earlyOf({ early_discounts: discounts, status }: Shown, { earlyDiscount }: Reader): string[] {
  return status === 'open' || status === 'overdue' ? discounts.map(earlyDiscount) : [];
}

/** Why a tax is not there, and what it is where the seller is, as the law wants it said. */
export function reasonsOf(shown: Priced, reader: Reader): string[] {
  const { totals } = shown;
  const { labels } = reader;
  const reasons = totals.taxes.flatMap(({ kind, exemption_reason: reason }) => {
    if (reason !== null) return [reason];
    return kind === 'reverse_charge' ? [labels.reverseCharge] : [];
  });
  return [...new Set([...reasons, ...taxInBase(shown, reader)])];
}

/** The tax in the currency of the seller, as the law wants it told of an invoice in another. */
function taxInBase(
  { tax_in_base_currency: base, currency }: Priced,
  { labels, number, day, moneyIn }: Reader,
): string[] {
  if (base === null) return [];
  const on = base.rate_date === null ? '' : ` (${day(base.rate_date)})`;
  const rate = `1 ${currency} = ${number(base.exchange_rate)} ${base.currency}${on}`;
  return [filled(labels.taxInCurrency, { rate, tax: moneyIn(base.tax, base.currency) })];
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
