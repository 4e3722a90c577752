import { epcPayload, qrSvg } from './epc.ts';
import type { DocumentFacts, DocumentType } from './facts.ts';
import { filled } from './labels/index.ts';
import type { Desk } from './lay-out.ts';
import { fact } from './lay-out-head.ts';
import { mayLinkTo, parseMarkdown } from './markdown.ts';
import type { FactModel, PaymentModel } from './page-model.ts';
import type { PaymentDetails, PaymentMeans, ReceivedPayment } from './payment-facts.ts';

const payable: readonly DocumentType[] = ['invoice', 'deposit_invoice', 'debit_note', 'proforma', 'statement'];
const receivable: readonly DocumentType[] = ['receipt', 'invoice', 'deposit_invoice', 'debit_note'];

/** How it is paid, or how it was. Nothing is asked for once nothing is owed. */
export function paymentOf(desk: Desk): PaymentModel[] {
  const { facts } = desk;
  const isOver = facts.marks.some((mark) => mark === 'paid' || mark === 'void') || amountOf(desk) <= 0n;
  const isReceived = isOver || facts.type === 'receipt';
  if (receivable.includes(facts.type) && facts.payments.length > 0 && isReceived) return [received(desk)];
  if (!payable.includes(facts.type) || facts.payment === null || isOver) return [];
  const asked = askedFor(desk);
  const isEmpty = asked.rows.length === 0 && asked.lines.length === 0 && asked.link === null && asked.text.length === 0;
  return isEmpty ? [] : [asked];
}

function amountOf({ facts }: Desk): bigint {
  return facts.statement?.closing ?? facts.totals.due;
}

function askedFor(desk: Desk): PaymentModel {
  const { facts, labels, format, text } = desk;
  const { payment } = facts;
  const transfer = transferOf(payment);
  const qr = transfer === undefined ? null : qrOf(transfer, desk);
  const link = payment?.link ?? null;
  const rows = transfer === undefined ? [] : transferRows(transfer, desk);
  return {
    type: 'payment',
    title: transfer === undefined && link !== null ? labels.payOnline : labels.payByTransfer,
    hint: qr === null ? null : labels.scanToPay,
    qr,
    rows,
    lines: [
      ...(payment?.means ?? []).flatMap((means) => otherMeans(means, desk)),
      ...(payment?.earlyPayment ?? []).map(({ days, percent }) =>
        filled(labels.earlyPayment, { percent: format.percent(percent), days: String(days) }),
      ),
    ],
    link: link === null || !mayLinkTo(link) ? null : { text: labels.payOnline, to: link },
    text: parseMarkdown(text('payment') ?? ''),
  };
}

export type Transfer = Extract<PaymentMeans, { readonly kind: 'transfer' }>;

/** The account to which it is paid. */
export function transferOf(payment: PaymentDetails | null): Transfer | undefined {
  return payment?.means.find((means) => means.kind === 'transfer');
}

function transferRows(transfer: Transfer, { facts, labels }: Desk): FactModel[] {
  const { account, accountIsIban, accountName, bic, bankName, details } = transfer;
  const shown = accountIsIban ? account.replaceAll(/\s/g, '').replaceAll(/.{4}(?=.)/g, '$& ') : account;
  return [
    fact(accountIsIban ? 'IBAN' : labels.accountNo, shown, { strong: true, id: true }),
    fact('BIC', bic, { id: true }),
    ...details.map(({ label, value }) => fact(label, value, { id: true })),
    fact(labels.bank, bankName),
    fact(labels.accountHolder, accountName),
    fact(labels.reference, facts.payment?.remittance ?? facts.number, { id: true }),
  ].filter((row) => row !== undefined);
}

function qrOf(transfer: Transfer, desk: Desk): PaymentModel['qr'] {
  const { facts, template, labels } = desk;
  if (!template.show_qr || facts.marks.includes('draft')) return null;
  const payload = transferPayload(transfer, facts, amountOf(desk));
  return payload === undefined ? null : { svg: qrSvg(payload), alt: labels.qrAlt };
}

/** What a banking app reads off a QR code; undefined where such a transfer cannot be asked for so. */
export function transferPayload(
  { account, accountIsIban, accountName, bic }: Transfer,
  { seller, currency, payment, number }: Pick<DocumentFacts, 'seller' | 'currency' | 'payment' | 'number'>,
  amount: bigint,
): string | undefined {
  if (!accountIsIban) return undefined;
  const name = accountName ?? seller.legalName;
  return epcPayload({ name, iban: account, bic, amount, currency, remittance: payment?.remittance ?? number ?? '' });
}

function otherMeans(means: PaymentMeans, { labels }: Desk): string[] {
  if (means.kind === 'direct_debit') {
    return [filled(labels.directDebit, { creditor: means.creditorId, mandate: means.mandate })];
  }
  return means.kind === 'other' && means.label !== null ? [means.label] : [];
}

function received({ facts, labels, format, text }: Desk): PaymentModel {
  const row = ({ day, method, amount, reference, tendered, change }: ReceivedPayment): (FactModel | undefined)[] => [
    fact([format.day(day), method, reference].filter((part) => part !== null).join(' · '), format.money(amount), {
      strong: true,
      id: true,
    }),
    fact(labels.tendered, tendered === null ? null : format.money(tendered), { id: true }),
    fact(labels.change, change === null ? null : format.money(change), { id: true }),
  ];
  return {
    ...{ type: 'payment', title: labels.paymentReceived, hint: null, qr: null, lines: [], link: null },
    rows: facts.payments.flatMap(row).filter((found) => found !== undefined),
    text: parseMarkdown(text('payment') ?? ''),
  };
}
