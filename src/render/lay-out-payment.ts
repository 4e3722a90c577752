import { inFours } from '../core/mod97.ts';
import { referenceShown } from '../core/swiss-reference.ts';
import { earlyDiscountText } from './early-discount.ts';
import { qrSvg } from './epc.ts';
import type { DocumentType } from './document-type.ts';
import { filled } from '../messages/index.ts';
import type { LayoutContext } from './layout-context.ts';
import { fact } from './lay-out-head.ts';
import { billOf } from './lay-out-qr-bill.ts';
import { mayLinkTo } from './links.ts';
import { methodName } from './method-name.ts';
import { parseMarkdown } from './markdown.ts';
import type { FactModel, PaymentModel } from './page-model.ts';
import type { PaymentMeans, ReceivedPayment } from './payment-facts.ts';
import { amountAsked, isRequested, isOver, sepaPayload, type Transfer, transferOf } from './transfer.ts';

const receivable: readonly DocumentType[] = ['receipt', 'invoice', 'deposit_invoice', 'debit_note'];

/** Payment details or payments received. No payment is requested once nothing is due. */
export function paymentOf(context: LayoutContext): PaymentModel[] {
  const { facts } = context;
  const isReceived = isOver(facts) || facts.type === 'receipt';
  if (receivable.includes(facts.type) && facts.payments.length > 0 && isReceived) return [received(context)];
  if (!isRequested(facts)) return [];
  const asked = askedFor(context);
  const isEmpty = asked.rows.length === 0 && asked.lines.length === 0 && asked.link === null && asked.text.length === 0;
  return isEmpty ? [] : [asked];
}

function askedFor(context: LayoutContext): PaymentModel {
  const { facts, labels, text } = context;
  const { payment } = facts;
  // A QR-bill says where to pay by itself.
  const transfer = billOf(context) === undefined ? transferOf(payment) : undefined;
  const qr = transfer === undefined ? null : qrOf(transfer, context);
  const link = payment?.link ?? null;
  const rows = transfer === undefined ? [] : transferRows(transfer, context);
  return {
    type: 'payment',
    title: titleOf(context, link),
    hint: qr === null ? null : labels.scanToPay,
    qr,
    rows,
    lines: [
      ...(payment?.means ?? []).filter((means) => means !== transfer).flatMap((means) => otherMeans(means, context)),
      ...(payment?.earlyPayment ?? []).map((early) => earlyDiscountText(early, context)),
    ],
    link: link === null || !mayLinkTo(link) ? null : { text: labels.payOnline, to: link },
    text: parseMarkdown(text('payment') ?? ''),
  };
}

function titleOf({ facts: { payment }, labels }: LayoutContext, link: string | null): string {
  if (transferOf(payment) !== undefined) return labels.payByTransfer;
  return link === null ? labels.entry.payment : labels.payOnline;
}

function transferRows(transfer: Transfer, { facts, labels }: LayoutContext): FactModel[] {
  const { account, accountIsIban, accountName, bic, bankName, details } = transfer;
  const reference = facts.payment?.remittance ?? facts.number;
  const shown = accountIsIban ? inFours(account.replaceAll(/\s/g, '')) : account;
  return [
    fact(accountIsIban ? 'IBAN' : labels.accountNo, shown, { strong: true, id: true }),
    fact('BIC', bic, { id: true }),
    ...details.map(({ label, value }) => fact(label, value, { id: true })),
    fact(labels.bank, bankName),
    fact(labels.accountHolder, accountName),
    fact(labels.reference, reference === null ? null : referenceShown(reference), { id: true }),
  ].filter((row) => row !== undefined);
}

function qrOf(transfer: Transfer, context: LayoutContext): PaymentModel['qr'] {
  const { facts, template, labels } = context;
  if (!template.show_qr || facts.marks.includes('draft')) return null;
  const payload = sepaPayload(transfer, facts, amountAsked(facts));
  return payload === undefined ? null : { svg: qrSvg(payload), alt: labels.qrAlt };
}

function otherMeans(means: PaymentMeans, { labels }: LayoutContext): string[] {
  if (means.kind === 'transfer') return [furtherAccount(means)];
  if (means.kind === 'direct_debit') {
    return [filled(labels.directDebit, { creditor: means.creditorId, mandate: means.mandate })];
  }
  return means.kind === 'other' && means.label !== null ? [means.label] : [];
}

/** One more account in a line: the first is the one with the code. */
function furtherAccount({ account, accountIsIban, bic, bankName }: Transfer): string {
  const number = accountIsIban ? `IBAN ${inFours(account.replaceAll(/\s/g, ''))}` : account;
  const parts = [bankName, number, bic === null ? null : `BIC ${bic}`].filter((part) => part !== null);
  return parts.map((part) => part.replaceAll(' ', '\u00a0')).join(' · ');
}

function received({ facts, labels, format, text }: LayoutContext): PaymentModel {
  const row = ({ day, method, amount, reference, tendered, change }: ReceivedPayment): (FactModel | undefined)[] => [
    fact(
      [format.day(day), method === null ? null : methodName(method, labels), reference]
        .filter((part) => part !== null)
        .join(' · '),
      format.money(amount),
      {
        strong: true,
        id: true,
      },
    ),
    fact(labels.tendered, tendered === null ? null : format.money(tendered), { id: true }),
    fact(labels.change, change === null ? null : format.money(change), { id: true }),
  ];
  return {
    type: 'payment',
    title: labels.paymentReceived,
    hint: null,
    qr: null,
    lines: [],
    link: null,
    rows: facts.payments.flatMap(row).filter((found) => found !== undefined),
    text: parseMarkdown(text('payment') ?? ''),
  };
}
