import { minorDigits } from '../../core/currency.ts';
import type { ExpenseInput, LineGiven } from './expense-input.ts';
import type { StoredExpense } from './expense-row.ts';

/** A draft as the input that would make it again, with everything said that was left to defaults. */
export function inputOf({ row, lines }: Pick<StoredExpense, 'row' | 'lines'>): ExpenseInput & { lines: LineGiven[] } {
  const scale = minorDigits(row.currency) ?? 0;
  return {
    kind: row.kind,
    expense_date: row.expense_date,
    due_date: row.due_date,
    supplier_id: row.supplier_id,
    payee_name: row.supplier_id === null ? row.payee_name : null,
    supplier_invoice_number: row.supplier_invoice_number,
    currency: row.currency,
    amounts_include_tax: row.amounts_include_tax,
    lines: lines.map((line) => ({
      id: line.id,
      category_id: line.category_id,
      description: line.description,
      amount: { units: line.amount, scale },
      tax_rate_ids: line.taxes.map((tax) => tax.rate_id),
      variant_id: line.variant_id,
      quantity: line.quantity,
      location_id: line.location_id,
      client_id: line.client_id,
      billable: line.billable,
      markup_percent: line.markup_percent,
      dimension_value_ids: line.dimension_value_ids,
      kept_values: line.dimension_value_ids,
    })),
    paid_by: row.paid_by,
    member_id: row.member_id,
    method_id: row.method_id,
    paid_on: row.paid_on,
    reference: row.reference,
    notes: row.notes,
    external_id: row.external_id,
    metadata: row.metadata,
    custom_fields: row.custom_fields,
    tags: row.tags,
  };
}
