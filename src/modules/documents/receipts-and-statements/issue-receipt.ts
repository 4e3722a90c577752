import { z } from 'zod';
import { formatExchangeRate } from '../../../core/exchange.ts';
import { sum } from '../../../core/list.ts';
import { sql } from '../../../db/sql.ts';
import { invalidStateTransition } from '../../../operation/errors.ts';
import { fault, missing, needPermission } from '../../../operation/fault.ts';
import type { Context } from '../../../operation/operation.ts';
import { Id } from '../../../wire/index.ts';
import { type Client, loadClients } from '../../clients/index.ts';
import { type OrganizationValue, readOrganization } from '../../organization/index.ts';
import { lockReceived, type Received } from '../../payments/index.ts';
import {
  currencyMismatch,
  dueOf,
  keptSale,
  loadSales,
  lockSaleBy,
  settlementOf,
  type StoredSale,
} from '../../sales/index.ts';
import { paymentReceipted } from '../document.ts';
import type { DocumentGiven } from '../document-input.ts';
import type { StoredDocument } from '../document-row.ts';
import { draftRow, withTexts } from '../draft-row.ts';
import { issueAtOnce } from '../issuing/issue-at-once.ts';
import { withoutCosts } from '../invoices/issue-of-sale.ts';
import type { KeptReceipt } from './receipt.ts';

/** Issues a receipt of whole payments: the one that is named, or those that settle a sale. There is no draft of it. */
export async function issueReceipt(context: Context, input: DocumentGiven): Promise<StoredDocument> {
  const { payment_id: paymentId, sale_id: saleId } = input;
  if ((paymentId === undefined) === (saleId === undefined)) {
    throw fault('/payment_id', 'required', 'Name the payment in `payment_id`, or the paid sale in `sale_id`.');
  }
  needPermission(context, 'payments:read');
  const [organization, received] = await Promise.all([
    readOrganization(context, { lock: false }),
    lockReceived(context, saleId === undefined ? { payment: paymentId ?? '' } : { sale: saleId }),
  ]);
  checkReceived(received, saleId);
  const money = await settledBy(context, received);
  const draft = draftOf(context, input, { received, money, organization });
  const { db, organization: tenant } = context;
  const ids = received.map(({ row }) => row.id);
  return issueAtOnce(context, draft, {
    parties: { organization, client: money.client, quote: null, corrects: null },
    alongside: () =>
      db.later(sql`
        insert into document_payments (organization_id, document_id, payment_id)
        select ${tenant}, ${draft.row.id}, payment_id from unnest(${ids}::uuid[]) as payment_id`),
  });
}

/** Refuses money that never came, and money of which only a part is for the sale. */
function checkReceived(received: readonly Received[], saleId: string | undefined): void {
  const [first] = received;
  if (first === undefined) {
    if (saleId === undefined) throw missing('/payment_id', 'payment');
    throw fault('/sale_id', 'not_paid', 'The sale has no payment. Record it with pay_sale, or name a `payment_id`.');
  }
  if (received.some(({ row }) => row.voided_at !== null)) {
    throw invalidStateTransition({ status: 'voided', allowed: [], hint: 'The payment is void.' });
  }
  const other = saleId && received.find(({ settles }) => settles.some(({ sale_id: id }) => id !== saleId));
  if (!other) return;
  const hint = `Payment ${other.row.number} also pays other sales: write its \`payment_id\` instead.`;
  throw fault('/sale_id', 'pays_others', hint);
}

type Settled = {
  readonly settles: KeptReceipt['settles'];
  /** The sale that it settles, where that is one. */
  readonly sale: StoredSale | undefined;
  /** The receipt lists the goods sold: it covers the whole sale, which has no invoice. */
  readonly isOfSale: boolean;
  readonly client: Client | null;
};

type Invoice = Readonly<Record<'id' | 'sale_id' | 'number', string>> & {
  readonly type: 'invoice' | 'deposit_invoice' | 'debit_note';
};

/** Debts that the payment settles and the amounts left to pay; refuses a payment that has a receipt. */
async function settledBy(context: Context, received: readonly Received[]): Promise<Settled> {
  const { db, organization } = context;
  const paymentIds = received.map(({ row }) => row.id);
  const saleIds = [...new Set(received.flatMap(({ settles }) => settles.map(({ sale_id: id }) => id)))];
  const clientId = received.find(({ row }) => row.client_id !== null)?.row.client_id ?? null;
  const [receipts, sales, only, invoices, clients] = await Promise.all([
    db.many<{ id: string; number: string }>(sql`
      select documents.id, documents.number from document_payments as held
      join documents on documents.organization_id = held.organization_id and documents.id = held.document_id
      where held.organization_id = ${organization} and held.payment_id = any(${paymentIds}::uuid[])
        and not held.is_void limit 1`),
    loadSales(context, saleIds),
    saleIds.length === 1 ? lockSaleBy(context, sql`${saleIds[0] ?? ''}::uuid`) : undefined,
    db.many<Invoice>(sql`
      select id, sale_id, type, number from documents
      where organization_id = ${organization} and sale_id = any(${saleIds}::uuid[])
        and type in ('invoice', 'deposit_invoice', 'debit_note') and issued_at is not null and voided_at is null`),
    clientId === null ? undefined : loadClients(context, [clientId]),
  ]);
  const [before] = receipts;
  if (before !== undefined) {
    throw paymentReceipted({ document_id: z.encode(Id('document'), before.id), number: before.number });
  }
  const settles = saleIds.map((id) => {
    const sale = sales.get(id);
    const invoice = invoices.find((one) => one.sale_id === id);
    const parts = received.flatMap((one) => one.settles.filter((part) => part.sale_id === id));
    return {
      sale_id: id,
      sale_number: sale?.number ?? null,
      document_id: invoice?.id ?? null,
      document_number: invoice?.number ?? null,
      document_type: invoice?.type ?? null,
      amount: String(sum(parts.map(({ amount }) => amount))),
      amount_due: String(sale?.amount_due.minor ?? 0n),
    };
  });
  const isOfSale = only !== undefined && invoices.length === 0 && paysAll(received, only);
  return { settles, sale: only, isOfSale, client: clients?.get(clientId ?? '') ?? null };
}

/** True where the payment equals the total of the sale. */
function paysAll(received: readonly Received[], { row }: StoredSale): boolean {
  const amount = sum(received.map((one) => one.row.amount));
  const used = sum(received.flatMap(({ settles }) => settles.map((part) => part.amount)));
  return row.total === amount && used === amount && dueOf(row) === 0n;
}

type Drafted = {
  readonly received: readonly Received[];
  readonly money: Settled;
  readonly organization: OrganizationValue;
};

function draftOf(context: Context, input: DocumentGiven, { received, money, organization }: Drafted): StoredDocument {
  const [first] = received;
  const currency = first?.row.currency ?? '';
  if (received.some(({ row }) => row.currency !== currency)) throw currencyMismatch();
  const rate = first?.row.exchange_rate ?? null;
  const content: KeptReceipt = {
    payments: received.map(({ row, method }) => ({
      payment_id: row.id,
      number: row.number,
      payment_date: row.payment_date,
      method,
      reference: row.reference,
      amount: String(row.amount),
      change_given: String(row.change_given),
    })),
    settles: money.settles,
    amount_unapplied: String(sum(received.map(({ unapplied }) => unapplied))),
    base_total: String(sum(received.map(({ row }) => row.base_amount ?? row.amount))),
    exchange_rate: rate === null ? '1' : formatExchangeRate(rate),
  };
  const sold = money.sale && keptSale(withoutCosts(money.sale));
  const { invoice_defaults: texts } = organization;
  const row = draftRow(context, withTexts(input, texts), {
    id: context.newId(),
    type: 'receipt',
    currency,
    content: { receipt: content },
    client_id: money.client?.id ?? null,
    client_name: money.client?.display_name ?? null,
    priced: money.isOfSale ? (sold?.row ?? null) : null,
    total: sum(received.map((one) => one.row.amount)),
  });
  return {
    row: { ...row, sale_id: sold?.row.id ?? null, sold: sold === undefined ? null : settlementOf(sold.row) },
    lines: money.isOfSale ? (sold?.lines ?? []) : [],
  };
}
