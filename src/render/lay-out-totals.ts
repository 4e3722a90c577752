import { powerOfTen } from '../core/decimal.ts';
import { sum } from '../core/list.ts';
import { divide } from '../core/rounding.ts';
import type { Adjustment, DeductedDeposit, TaxCategory, TaxTotal } from './facts.ts';
import type { DocumentType } from './document-type.ts';
import { filled } from '../messages/index.ts';
import type { LayoutContext } from './layout-context.ts';
import { dueLabel } from './lay-out-head.ts';
import { shownAmount } from './lay-out-lines.ts';
import type { SectionModel, TotalModel } from './page-model.ts';
import { taxName } from './tax-name.ts';
import { isOver } from './transfer.ts';

const withoutTotals: readonly DocumentType[] = ['delivery_note', 'statement'];

/** From the lines to what is to be paid, every step of it; the last one is the largest. */
export function totalsOf(context: LayoutContext): SectionModel[] {
  const { facts } = context;
  if (withoutTotals.includes(facts.type)) return [];
  const steps = stepsOf(context);
  const rows = [...steps, ...settledRows(context)];
  // A single row needs no sum above it.
  const needed = rows.length === 2 && rows[0]?.value === rows[1]?.value ? rows.slice(1) : rows;
  return [{ type: 'totals', rows: [...needed, ...instalmentRows(context)], notes: notesOf(context) }];
}

/** Due dates and amounts of instalments. */
function instalmentRows({ facts, labels, format }: LayoutContext): TotalModel[] {
  if (isOver(facts)) return [];
  return (facts.instalments ?? []).map(({ due, amount, percent }) => {
    const share = percent === null ? '' : ` · ${format.percent(percent)}`;
    return plain(`${labels.due} ${isolated(format.day(due))}${share}`, format.money(amount));
  });
}

/** Documents without prices have no totals. */
function stepsOf(context: LayoutContext): TotalModel[] {
  const { lines, pricesWithTax } = context.facts;
  if (lines.length === 0) return [];
  return pricesWithTax ? stepsWithTax(context) : stepsWithoutTax(context);
}

function stepsWithoutTax(context: LayoutContext): TotalModel[] {
  const { facts, labels, format } = context;
  const { totals, adjustments, taxes } = facts;
  return [
    plain(labels.subtotal, format.money(totals.lines)),
    ...merged(adjustments).map((adjustment) => adjustmentRow(adjustment, context)),
    ...(adjustments.length > 0 ? [plain(labels.net, format.money(totals.net))] : []),
    ...taxes.filter(({ withheld }) => !withheld).map((tax) => plain(taxLabel(tax, context), format.money(tax.amount))),
  ];
}

/** A discount has a part for each tax, which a reader takes for one. */
function merged(adjustments: readonly Adjustment[]): Adjustment[] {
  const alike = Map.groupBy(adjustments, ({ kind, reason, charge, percent }) =>
    JSON.stringify([kind, reason, charge, percent === null ? null : [String(percent.units), percent.scale]]),
  );
  return [...alike.values()].flatMap(([first, ...others]) =>
    first === undefined ? [] : [{ ...first, amount: sum([first, ...others].map(({ amount }) => amount)) }],
  );
}

/** The taxes are inside, so they come after the total, and discounts and charges have theirs in them too. */
function stepsWithTax(context: LayoutContext): TotalModel[] {
  const { facts, labels, format } = context;
  const lines = sum(facts.lines.filter(({ optional }) => !optional).map((line) => shownAmount(line, true)));
  const difference = facts.totals.gross - lines;
  const steps = rounded(merged(facts.adjustments.map(withItsTax)), difference);
  if (steps.length === 0) return [];
  const rows = steps.map((adjustment) => adjustmentRow(adjustment, context));
  return [plain(labels.subtotal, format.money(lines)), ...rows];
}

function withItsTax(adjustment: Adjustment): Adjustment {
  const { amount, tax } = adjustment;
  if (tax === null) return adjustment;
  const { units, scale } = tax.percent;
  return { ...adjustment, amount: amount + divide(amount * units, 100n * powerOfTen(scale), 'half_up') };
}

/** Adds the rounding difference to the largest adjustment; without any, the difference is a row of its own. */
function rounded(adjustments: readonly Adjustment[], difference: bigint): Adjustment[] {
  const left = difference - sum(adjustments.map(signed));
  if (left === 0n) return [...adjustments];
  const largest = adjustments.toSorted((one, other) => Number(other.amount - one.amount))[0];
  if (largest === undefined) {
    const kind = difference < 0n ? 'discount' : 'charge';
    const amount = difference < 0n ? -difference : difference;
    return [{ kind, amount, reason: null, reasonCode: null, percent: null, base: null, tax: null }];
  }
  const amount = largest.amount + (largest.kind === 'discount' ? -left : left);
  return adjustments.map((one) => (one === largest ? { ...one, amount } : one));
}

function signed({ kind, amount }: Adjustment): bigint {
  return kind === 'discount' ? -amount : amount;
}

function settledRows(context: LayoutContext): TotalModel[] {
  const { facts, labels, format } = context;
  const { totals, taxes } = facts;
  const withheld = taxes.filter((tax) => tax.withheld);
  const rows: TotalModel[] = [];
  const reductions = facts.reductions ?? [];
  const later = withheld.length > 0 || reductions.length > 0 || totals.rounding !== 0n || totals.prepaid !== 0n;
  const isPaid = facts.marks.includes('paid');
  const label = isPaid && !later ? labels.total : dueLabel(facts.type, labels);
  const due = isPaid && later ? 0n : totals.due;
  const total: TotalModel = { label, value: format.money(due), kind: 'grand' };
  if (!later) return [total, ...taxesInside(context)];
  rows.push({ label: labels.total, value: format.money(totals.gross), kind: 'strong' });
  rows.push(...taxesInside(context));
  for (const tax of withheld) rows.push(plain(withRate(tax, context), format.money(-tax.amount)));
  rows.push(...reductions.map((reduction) => adjustmentRow(reduction, context)));
  if (totals.rounding !== 0n) rows.push(plain(labels.rounding, format.money(totals.rounding)));
  // Payments since the issue count as paid too.
  const deposits = facts.deposits ?? [];
  rows.push(...deposits.flatMap((deposit) => depositRows(deposit, context)));
  const prepaid = totals.prepaid + totals.due - due - sum(deposits.map((deposit) => deposit.total));
  if (prepaid !== 0n) rows.push(plain(labels.prepaid, format.money(-prepaid)));
  return [...rows, total];
}

/**
 * Deposits with their tax, which the law requires on the final invoice. The tax is a part of the amount, so it stands
 * beside its name and not among what is added up.
 */
function depositRows({ number, issued, tax, total }: DeductedDeposit, { labels, format }: LayoutContext): TotalModel[] {
  const row = plain(`${labels.entry.deposit_invoice} ${isolated(number)}`, format.money(-total));
  const said = tax === 0n ? [] : [plain(`${format.day(issued)} · ${labels.taxWithin} ${format.money(tax)}`, '')];
  return [row, ...said];
}

/** A number keeps its direction among words from the right. */
function isolated(number: string): string {
  return `\u2068${number}\u2069`;
}

function taxesInside(context: LayoutContext): TotalModel[] {
  const { facts, labels, format } = context;
  if (!facts.pricesWithTax) return [];
  return facts.taxes
    .filter(({ withheld }) => !withheld)
    .map((tax) => plain(format.named(labels.taxIncluded, taxLabel(tax, context)), format.money(tax.amount)));
}

function taxLabel(tax: TaxTotal, context: LayoutContext): string {
  const { labels, format } = context;
  const rate = format.percent(tax.percent);
  // Where a long name takes several lines, no amount stands alone on the last of them.
  const label = labels.taxOn.replace(' {base}', '\u00a0{base}');
  return filled(label, { name: taxName(tax, context), rate, base: format.money(tax.base) }).trim();
}

function withRate(tax: TaxTotal, context: LayoutContext): string {
  return `${taxName(tax, context)} ${context.format.percent(tax.percent)}`.trim();
}

function adjustmentRow({ kind, reason, charge, percent, amount }: Adjustment, context: LayoutContext): TotalModel {
  const { labels, format } = context;
  const usual = charge === undefined ? labels.charge : labels.chargeKinds[charge];
  const name = reason ?? (kind === 'discount' ? labels.discount : usual);
  const label = percent === null ? name : `${name} ${format.percent(percent)}`;
  return plain(label, format.money(kind === 'discount' ? -amount : amount));
}

function plain(label: string, value: string): TotalModel {
  return { label, value, kind: 'plain' };
}

/** Notes required by law: reasons for exemption, and the tax in the currency of the tax office. */
function notesOf({ facts, labels, format }: LayoutContext): string[] {
  const reasons = facts.taxes.map(({ category, exemption }) => exemption?.reason ?? byCategory(category, labels));
  const notes = reasons.filter((reason) => reason !== null);
  const { taxCurrency } = facts;
  if (taxCurrency !== null) {
    const day = taxCurrency.day === null ? '' : ` (${isolated(format.day(taxCurrency.day))})`;
    const rate = `1 ${facts.currency} = ${format.decimal(taxCurrency.rate)} ${taxCurrency.currency}${day}`;
    notes.push(filled(labels.taxInCurrency, { rate, tax: format.money(taxCurrency.tax, taxCurrency.currency) }));
  }
  if (facts.type === 'proforma') notes.push(labels.notAnInvoice);
  return [...new Set(notes)];
}

function byCategory(category: TaxCategory, labels: LayoutContext['labels']): string | null {
  const said: Readonly<Partial<Record<TaxCategory, string>>> = {
    AE: labels.reverseCharge,
    K: labels.intraCommunity,
    G: labels.exportSupply,
    E: labels.exempt,
    O: labels.notSubject,
  };
  return said[category] ?? null;
}
