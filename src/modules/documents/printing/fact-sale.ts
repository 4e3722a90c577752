import type { Context } from '../../../operation/operation.ts';
import type { DocumentMark, References } from '../../../render/facts.ts';
import type { PaymentDetails } from '../../../render/payment-facts.ts';
import { type DocumentStatus, isBill, type Snapshot } from '../document.ts';
import type { MoreFacts } from './document-facts.ts';
import type { DocumentRow } from '../document-row.ts';
import { statusOf } from '../status.ts';

/** What the pages of a document tell of its sale: when it was, when it is due, and what has become of it. */
export function saleFacts(context: Context, row: DocumentRow, snapshot: Snapshot): MoreFacts {
  const { quote, corrects } = snapshot;
  const { priced, sold, po_number: order, project } = row;
  if (sold === null || priced === null) return { references: { order, project } };
  return {
    dates: { supplied: priced.sale_date, due: isBill(row.type) ? priced.due_date : null },
    references: { order, project, sale: sold.number, quote: quote?.number ?? null, corrects: corrected(corrects) },
    payment: isBill(row.type) ? paymentTo(snapshot, row) : null,
    marks: marks[statusOf(context, row)] ?? [],
    ...deducted(row),
  };
}

/** What an invoice takes off what is due, since it was paid in advance. */
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

/** A transfer to the account of the seller, with the number of the invoice on it, or what its bank wants instead. */
export function paymentTo(
  { seller: { bank_account: account }, payment_reference: reference }: Snapshot,
  row: DocumentRow,
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

/** What was paid of a sale before its invoice was issued. */
export function paidAtIssue({ type, priced }: DocumentRow): bigint {
  return !isBill(type) || priced === null ? 0n : BigInt(priced.amount_paid) - BigInt(priced.amount_refunded);
}
