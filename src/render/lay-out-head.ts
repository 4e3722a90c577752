import type { DocumentType } from './document-type.ts';
import { filled } from '../messages/index.ts';
import type { LayoutContext } from './layout-context.ts';
import type { FactModel, PageModel } from './page-model.ts';

const pillLengthMax = 26;

export function titleNumber({ facts, labels }: LayoutContext): string {
  return facts.number ?? (facts.type === 'statement' ? '' : labels.mark.draft);
}

/** Dates, references and terms, in the order in which they are looked for; what was not given is not there. */
export function factRows({ facts, labels, format }: LayoutContext): FactModel[] {
  const { dates, references, seller, buyer, payment, statement } = facts;
  const day = (value: string | null): string | null => (value === null ? null : format.day(value));
  const corrected = references.corrects
    .map(({ number, issued }) => (issued === null ? number : `${number} (${unbroken(format.day(issued))})`))
    .join(', ');
  const reason = references.corrects.find((corrects) => corrects.reason !== null)?.reason ?? null;
  return [
    fact(labels.issued, day(dates.issued)),
    fact(labels.supplied, day(dates.supplied)),
    fact(labels.period, periodOf(dates.period, format)),
    fact(labels.statementPeriod, periodOf(statement, format)),
    fact(labels.due, day(dates.due), { strong: true }),
    fact(labels.validUntil, day(dates.validUntil), { strong: true }),
    fact(labels.corrects, corrected === '' ? null : corrected, { id: true }),
    fact(labels.reason, reason),
    fact(labels.order, references.order, { id: true }),
    fact(labels.buyerReference, references.buyer, { id: true }),
    fact(labels.sale, references.sale, { id: true }),
    fact(labels.quoteReference, references.quote, { id: true }),
    fact(labels.despatch, references.despatch, { id: true }),
    fact(labels.contract, references.contract, { id: true }),
    fact(labels.project, references.project),
    fact(labels.accountNumber, buyer?.accountNumber ?? seller.accountNumber, { id: true }),
    fact(labels.paymentTerms, payment?.terms ?? null),
  ].filter((row) => row !== undefined);
}

type Period = { readonly from: string; readonly to: string };

function periodOf(period: Period | null, format: LayoutContext['format']): string | null {
  return period === null ? null : unbroken(format.days(period));
}

/** A day stays on one line; between two there is a thin space, where it may break. */
function unbroken(days: string): string {
  return days.replaceAll(' ', '\u00a0');
}

type FactOptions = { readonly strong?: boolean; readonly id?: boolean };

export function fact(
  label: string,
  value: string | null,
  { strong = false, id = false }: FactOptions = {},
): FactModel | undefined {
  return value === null || value.trim() === '' ? undefined : { label, value, strong, id };
}

/** Across the page: it must not be taken for what it is not. */
export function watermarkOf({ facts, labels }: LayoutContext): string | null {
  const across = (['void', 'draft', 'copy'] as const).find((mark) => facts.marks.includes(mark));
  return across === undefined ? null : labels.mark[across];
}

export function stampOf({ facts, template, labels, format }: LayoutContext): PageModel['stamp'] {
  const { marks, payments, receipt } = facts;
  if (receipt !== undefined && marks.includes('refunded')) {
    return { label: labels.mark.refunded, detail: format.money(receipt.refunded), good: false };
  }
  const isPaid = marks.includes('paid') || (facts.type === 'receipt' && !marks.includes('void'));
  if (isPaid && template.show_paid_mark) {
    const last = payments.at(-1);
    return { label: labels.mark.paid, detail: last === undefined ? null : format.day(last.day), good: true };
  }
  const other = (['accepted', 'overdue', 'expired'] as const).find((mark) => marks.includes(mark));
  return other === undefined ? null : { label: labels.mark[other], detail: null, good: other === 'accepted' };
}

const withoutAmounts: readonly DocumentType[] = ['delivery_note'];

/** The one thing to know: how much, and until when. */
export function heroOf({ facts, labels, format }: LayoutContext): PageModel['hero'] {
  if (withoutAmounts.includes(facts.type)) return null;
  const { totals, dates, payment, statement } = facts;
  const until = dates.due ?? dates.validUntil;
  const label = dates.due === null ? labels.validUntil : labels.due;
  const isPaid = facts.marks.includes('paid');
  const lastPaid = facts.payments.at(-1);
  const paidOn = isPaid && lastPaid !== undefined ? filled(labels.paidOn, { day: format.day(lastPaid.day) }) : null;
  const terms = payment?.terms ?? '';
  const [first] = facts.instalments ?? [];
  const untilDay = until === null ? null : `${label} ${format.day(until)}`;
  const asked =
    first === undefined || untilDay === null ? untilDay : format.named(untilDay, format.money(first.amount));
  return {
    label: isPaid ? labels.total : dueLabel(facts.type, labels),
    value: format.money(statement?.closing ?? (isPaid || totals.due === 0n ? totals.gross : totals.due)),
    detail: paidOn ?? asked,
    pill: terms !== '' && terms.length <= pillLengthMax ? terms : null,
  };
}

export function dueLabel(type: DocumentType, labels: LayoutContext['labels']): string {
  if (type === 'credit_note') return labels.amountCredited;
  if (type === 'statement') return labels.closing;
  return type === 'invoice' || type === 'deposit_invoice' || type === 'debit_note' ? labels.amountDue : labels.total;
}
