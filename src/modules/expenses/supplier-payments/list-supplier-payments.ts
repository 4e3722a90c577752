import { z } from 'zod';
import { sql } from '../../../db/sql.ts';
import { expandRows } from '../../../operation/expand.ts';
import { anyOf, clientIs, dayRange, filter, instantRange } from '../../../operation/filter.ts';
import { amountRange } from '../../../operation/amount-range.ts';
import { dayKey, instantKey, listOf, numberKey, Page, page, textKey } from '../../../operation/list.ts';
import { operation } from '../../../operation/operation.ts';
import { seenWith } from '../../../operation/seen-with.ts';
import { Currency, ExternalId, Id, Text } from '../../../wire/index.ts';
import { Client, loadClients } from '../../clients/index.ts';
import { PaymentMethod, paymentMethods } from '../../payments/index.ts';
import { wordsIn } from '../../../operation/has-words.ts';
import {
  SupplierPayment,
  supplierPaymentRecord,
  type SupplierPaymentRow,
  supplierPaymentStates,
} from './supplier-payment.ts';
import { supplierRefundsOf } from '../supplier-credits/supplier-refund.ts';
import { partsOf, supplierPaymentColumns } from './supplier-payment-store.ts';

/** A payment with what `expand` may add to it. */
export const ExpandedSupplierPayment = SupplierPayment.extend({
  supplier: Client.nullable().optional(),
  method: PaymentMethod.nullable().optional(),
});
export const supplierPaymentExpansions = {
  supplier: seenWith('clients:read', loadClients),
  method: seenWith('payments:read', paymentMethods.load),
};

const supplierPayments = listOf({
  name: 'supplier_payments',
  row: ExpandedSupplierPayment,
  id: sql`id`,
  sorts: {
    payment_date: dayKey(sql`payment_date`),
    number: textKey(sql`number`),
    amount: numberKey(sql`amount`),
    created_at: instantKey(sql`created_at`),
    updated_at: instantKey(sql`updated_at`),
  },
  defaultSort: '-payment_date',
  filters: {
    q: wordsIn(sql`words`, 'Beginnings of words in number, supplier, reference or notes.'),
    status: anyOf(supplierPaymentStates, (states) => sql`status = any(${states}::text[])`),
    supplier_id: clientIs(sql`supplier_id`),
    expense_id: filter(
      Id('expense').describe('Expense that it pays.'),
      (id) => sql`id in (select supplier_payment_id from expense_payments
        where organization_id = supplier_payments.organization_id and expense_id = ${id})`,
    ),
    credit_note: filter(
      z.boolean().describe('Whether it is the credit of a supplier credit note.'),
      (wanted) => sql`(credit_note_id is not null) = ${wanted}`,
    ),
    currency: filter(Currency, (currency) => sql`currency = ${currency}`),
    method_id: filter(Id('payment_method'), (id) => sql`method_id = ${id}`),
    number: filter(Text(60), (number) => sql`number = ${number}`),
    reference: filter(Text(255), (reference) => sql`reference = ${reference}`),
    external_id: filter(ExternalId, (id) => sql`external_id = ${id}`),
    tag: filter(Text(50), (tag) => sql`tags <> '{}' and tags @> ${[tag]}::text[]`),
    has_credit: filter(z.boolean().describe('Whether it has unapplied credit.'), (wanted) =>
      wanted ? sql`amount_unapplied > 0` : sql`amount_unapplied = 0`,
    ),
    amount: amountRange(sql`amount`, 'amount'),
    payment_date: dayRange(sql`payment_date`),
    created_at: instantRange(sql`created_at`),
    updated_at: instantRange(sql`updated_at`),
  },
  expansions: supplierPaymentExpansions,
});

export const listSupplierPayments = operation({
  name: 'list_supplier_payments',
  summary: 'List supplier payments by supplier, expense, date, amount or reference.',
  http: 'GET /supplier-payments',
  effect: 'read',
  permission: 'expenses:read',
  mcp: 'action',
  input: supplierPayments.input,
  output: Page(ExpandedSupplierPayment),
  async run(context, input) {
    const found = await page<SupplierPaymentRow>(
      context,
      supplierPayments,
      { ...input, expand: undefined },
      {
        select: supplierPaymentColumns,
        from: sql`supplier_payments`,
        where: sql`organization_id = ${context.organization}`,
      },
    );
    const ids = found.data.map(({ id }) => id);
    const isWanted = (field: string) => ids.length > 0 && (input.fields === undefined || input.fields.includes(field));
    const [parts, refunds] = await Promise.all([
      isWanted('allocations') ? partsOf(context, ids) : [],
      isWanted('refunds') ? supplierRefundsOf(context, ids) : [],
    ]);
    const data = found.data.map((row) => {
      const own = <Of extends { readonly supplier_payment_id: string }>(all: readonly Of[]) =>
        all.filter((one) => one.supplier_payment_id === row.id);
      return supplierPaymentRecord(context, { row, parts: own(parts), refunds: own(refunds) });
    });
    await expandRows(context, data, input.expand, supplierPaymentExpansions);
    return { ...found, data };
  },
});
