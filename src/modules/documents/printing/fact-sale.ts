import { percentScale, powerOfTen } from '../../../core/decimal.ts';
import { exchangeRateScale } from '../../../core/exchange.ts';
import { settledParts } from '../../../core/schedule.ts';
import type { Context } from '../../../operation/operation.ts';
import type { DocumentMark, References } from '../../../render/facts.ts';
import type { Instalment, PaymentDetails, TaxCurrency } from '../../../render/payment-facts.ts';
import { baseOf } from '../../exchange/index.ts';
import { earlyDiscountRecords, saleRowFrom } from '../../sales/index.ts';
import { type DocumentStatus, isBill, type Snapshot } from '../document.ts';
import type { MoreFacts } from './document-facts.ts';
import type { DocumentRow } from '../document-row.ts';
import { statusOf } from '../status.ts';

/** Facts of the sale on the pages: date, due date and state. */
export function saleFacts(context: Context, row: DocumentRow, snapshot: Snapshot): MoreFacts {
  const { quote, corrects } = snapshot;
  const { priced, sold, po_number: order, project } = row;
  if (sold === null || priced === null) return { references: { order, project } };
  const instalments = isBill(row.type) ? instalmentsOf(priced, paidAtIssue(row)) : [];
  const due = instalments[0]?.due ?? priced.due_date;
  return {
    dates: { supplied: priced.sale_date, due: isBill(row.type) ? due : null },
    references: { order, project, sale: sold.number, quote: quote?.number ?? null, corrects: corrected(corrects) },
    payment: isBill(row.type) ? withEarlyPayment(paymentTo(snapshot, row), priced) : null,
    ...(instalments.length > 0 && { instalments }),
    taxCurrency: taxInBase(baseOf(context), priced),
    marks: marks[statusOf(context, row)] ?? [],
    ...deducted(row),
  };
}

type Priced = NonNullable<DocumentRow['priced']>;

/** Discounts on the amount due at issue. */
function withEarlyPayment(payment: PaymentDetails | null, priced: Priced): PaymentDetails | null {
  const row = saleRowFrom(priced);
  const earlyPayment = earlyDiscountRecords(row).flatMap(({ percent, days, until, discount, payable }) => {
    const base = payable.minor + discount.minor;
    const early = { days, percent: { units: percent, scale: percentScale }, until, base, payable: payable.minor };
    return discount.minor === 0n ? [] : [early];
  });
  if (earlyPayment.length === 0) return payment;
  return { terms: null, remittance: row.number, link: null, means: [], ...payment, earlyPayment };
}

/** Amount left of each instalment at issue; a single part is due as on any invoice. */
function instalmentsOf({ payment_schedule: schedule }: Priced, paid: bigint): Instalment[] {
  const parts = schedule.map(({ due_date: dueDate, amount }) => ({ dueDate, amount: BigInt(amount) }));
  const settled = settledParts(parts, paid);
  const left = parts.flatMap(({ dueDate: due, amount: whole }, index) => {
    const { percent = null } = schedule[index] ?? {};
    const amount = whole - (settled[index] ?? 0n);
    const isTold = percent !== null && amount === whole && BigInt(percent) % thirdDecimal === 0n;
    const share = isTold ? { units: BigInt(percent), scale: percentScale } : null;
    return amount === 0n ? [] : [{ due, amount, percent: share }];
  });
  return left.length > 1 ? left : [];
}

/** A third of the total has more decimals than anybody reads: its amount says it. */
const thirdDecimal = powerOfTen(percentScale - 2);

/** The tax of an invoice in another currency as the books and the tax return have it. */
function taxInBase(base: string, { exchange_rate: rate, rate_date: day, base_tax: tax }: Priced): TaxCurrency | null {
  if (rate === null || tax === null || BigInt(tax) === 0n) return null;
  return { currency: base, rate: { units: BigInt(rate), scale: exchangeRateScale }, day, tax: BigInt(tax) };
}

/** Deposits that an invoice deducts from the amount due. */
function deducted({ content }: DocumentRow): Pick<MoreFacts, 'deposits'> {
  const { deposits = [] } = content ?? {};
  if (deposits.length === 0) return {};
  return {
    deposits: deposits.map(({ number, issue_date: issued, tax, total }) => {
      return { number, issued, tax: BigInt(tax), total: BigInt(total) };
    }),
  };
}

function corrected(corrects: Snapshot['corrects']): References['corrects'] {
  return corrects === null ? [] : [{ number: corrects.number, issued: corrects.issue_date, reason: corrects.reason }];
}

type PaidTo = Pick<Snapshot, 'payment_reference'> & { readonly seller: Pick<Snapshot['seller'], 'bank_account'> };

/** A transfer to the account of the seller, with the number of the invoice on it, or what its bank wants instead. */
export function paymentTo(
  { seller: { bank_account: account }, payment_reference: reference }: PaidTo,
  row: Pick<DocumentRow, 'number' | 'currency'>,
): PaymentDetails | null {
  if (account === null) return null;
  const { iban, account_number: number, bic, bank_name: bankName, holder } = account;
  return {
    terms: null,
    earlyPayment: [],
    remittance: reference ?? row.number,
    link: null,
    means: [
      {
        kind: 'transfer',
        code: iban !== null && row.currency === 'EUR' ? sepaTransfer : transfer,
        account: iban ?? number ?? '',
        accountIsIban: iban !== null,
        accountName: holder,
        bic,
        bankName,
        details: [],
      },
    ],
  };
}

/** Codes of UNTDID 4461. */
const sepaTransfer = '58';
const transfer = '30';

const marks: { readonly [Status in DocumentStatus]?: readonly DocumentMark[] } = {
  paid: ['paid'],
  overdue: ['overdue'],
};

/** Amount paid on a sale before its invoice was issued. */
export function paidAtIssue({ type, priced }: DocumentRow): bigint {
  return !isBill(type) || priced === null ? 0n : BigInt(priced.amount_paid) - BigInt(priced.amount_refunded);
}
