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
import { bareTaxName } from './tax-name.ts';
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

function stepsWithoutTax({ facts, labels, format }: LayoutContext): TotalModel[] {
  const { totals, adjustments, taxes } = facts;
  return [
    plain(labels.subtotal, format.money(totals.lines)),
    ...merged(adjustments).map((adjustment) => adjustmentRow(adjustment, { labels, format })),
    ...(adjustments.length > 0 ? [plain(labels.net, format.money(totals.net))] : []),
    ...taxes
      .filter(({ withheld }) => !withheld)
      .map((tax) => plain(taxLabel(tax, { labels, format }), format.money(tax.amount))),
  ];
}

/** A discount has a part for each tax, which a reader takes for one. */
function merged(adjustments: readonly Adjustment[]): Adjustment[] {
  const alike = Map.groupBy(adjustments, ({ kind, reason, percent }) =>
    JSON.stringify([kind, reason, percent === null ? null : [String(percent.units), percent.scale]]),
  );
  return [...alike.values()].flatMap(([first, ...others]) =>
    first === undefined ? [] : [{ ...first, amount: sum([first, ...others].map(({ amount }) => amount)) }],
  );
}

/** The taxes are inside, so they come after the total, and discounts and charges have theirs in them too. */
function stepsWithTax({ facts, labels, format }: LayoutContext): TotalModel[] {
  const lines = sum(facts.lines.filter(({ optional }) => !optional).map((line) => shownAmount(line, true)));
  const difference = facts.totals.gross - lines;
  const steps = rounded(merged(facts.adjustments.map(withItsTax)), difference);
  if (steps.length === 0) return [];
  const rows = steps.map((adjustment) => adjustmentRow(adjustment, { labels, format }));
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

function settledRows({ facts, labels, format }: LayoutContext): TotalModel[] {
  const { totals, taxes } = facts;
  const withheld = taxes.filter((tax) => tax.withheld);
  const rows: TotalModel[] = [];
  const reductions = facts.reductions ?? [];
  const later = withheld.length > 0 || reductions.length > 0 || totals.rounding !== 0n || totals.prepaid !== 0n;
  const isPaid = facts.marks.includes('paid');
  const label = isPaid && !later ? labels.total : dueLabel(facts.type, labels);
  const due = isPaid && later ? 0n : totals.due;
  const total: TotalModel = { label, value: format.money(due), kind: 'grand' };
  if (!later) return [total, ...taxesInside({ facts, labels, format })];
  rows.push({ label: labels.total, value: format.money(totals.gross), kind: 'strong' });
  rows.push(...taxesInside({ facts, labels, format }));
  for (const tax of withheld) rows.push(plain(withRate(tax, { format }), format.money(-tax.amount)));
  rows.push(...reductions.map((reduction) => adjustmentRow(reduction, { labels, format })));
  if (totals.rounding !== 0n) rows.push(plain(labels.rounding, format.money(totals.rounding)));
  // Payments since the issue count as paid too.
  const deposits = facts.deposits ?? [];
  rows.push(...deposits.flatMap((deposit) => depositRows(deposit, { labels, format })));
  const prepaid = totals.prepaid + totals.due - due - sum(deposits.map((deposit) => deposit.total));
  if (prepaid !== 0n) rows.push(plain(labels.prepaid, format.money(-prepaid)));
  return [...rows, total];
}

/**
 * Deposits with their tax, which the law requires on the final invoice. The tax is a part of the amount, so it stands
 * beside its name and not among what is added up.
 */
function depositRows({ number, issued, tax, total }: DeductedDeposit, { labels, format }: Words): TotalModel[] {
  const row = plain(`${labels.entry.deposit_invoice} ${isolated(number)}`, format.money(-total));
  const said = tax === 0n ? [] : [plain(`${format.day(issued)} · ${labels.taxWithin} ${format.money(tax)}`, '')];
  return [row, ...said];
}

/** A number keeps its direction among words from the right. */
function isolated(number: string): string {
  return `\u2068${number}\u2069`;
}

function taxesInside({ facts, labels, format }: Pick<LayoutContext, 'facts' | 'labels' | 'format'>): TotalModel[] {
  if (!facts.pricesWithTax) return [];
  return facts.taxes
    .filter(({ withheld }) => !withheld)
    .map((tax) => {
      const name = taxLabel(tax, { labels, format });
      return plain(`${labels.taxIncluded}: ${name}`, format.money(tax.amount));
    });
}

type Words = Pick<LayoutContext, 'labels' | 'format'>;

function taxLabel({ name, percent, base }: TaxTotal, { labels, format }: Words): string {
  const rate = format.percent(percent);
  return filled(labels.taxOn, { name: bareTaxName(name, percent), rate, base: format.money(base) }).trim();
}

function withRate({ name, percent }: TaxTotal, { format }: Pick<Words, 'format'>): string {
  return `${bareTaxName(name, percent)} ${format.percent(percent)}`.trim();
}

function adjustmentRow({ kind, reason, percent, amount }: Adjustment, { labels, format }: Words): TotalModel {
  const name = reason ?? (kind === 'discount' ? labels.discount : labels.charge);
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
