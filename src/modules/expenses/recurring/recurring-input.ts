import { z } from 'zod';
import { Tags } from '../../../wire/index.ts';
import { BusinessError } from '../../../operation/errors.ts';
import type { Context } from '../../../operation/operation.ts';
import { courseInput } from '../../recurring/index.ts';
import { aboutInput, termsInput } from '../expense-input.ts';
import { loadExpense } from '../load-expense.ts';
import { planExpense } from '../posting/plan-expense.ts';
import { recurringModes, type StoredTemplate } from './recurring-expense.ts';

const dueDaysMax = 366;

const { supplier_id, supplier, payee_name, amounts_include_tax, lines, paid_by, member_id } = termsInput;
const { currency, method_id, method, reference } = termsInput;

/** Template for every expense of a schedule. */
export const TemplateInput = z.strictObject({
  supplier_id,
  supplier,
  payee_name,
  currency,
  amounts_include_tax,
  lines,
  paid_by,
  member_id,
  method_id,
  method,
  reference,
  ...aboutInput,
  tags: Tags.optional(),
});
type TemplateGiven = z.output<typeof TemplateInput>;

/** Fields that may change while the schedule runs. */
export const changingInput = {
  ...courseInput,
  due_in_days: z
    .int()
    .min(0)
    .max(dueDaysMax)
    .nullable()
    .optional()
    .describe('Default: the payment terms of the supplier.'),
  mode: z
    .enum(recurringModes)
    .optional()
    .describe('Whether expenses are created as drafts or posted at once. Default: draft.'),
};

/** Checks a template as if an expense were made from it today, and answers it as it is kept, with ids for all names. */
export async function templateOf(context: Context, given: TemplateGiven): Promise<StoredTemplate> {
  try {
    return await checked(context, given);
  } catch (error) {
    if (!(error instanceof BusinessError)) throw error;
    const errors = error.details.errors?.map((one) => ({ ...one, pointer: `/template${one.pointer}` }));
    throw new BusinessError(error.kind, { ...error.details, ...(errors && { errors }) });
  }
}

async function checked(context: Context, given: TemplateGiven): Promise<StoredTemplate> {
  const parts = await loadExpense(context, given);
  const { input } = parts;
  const { row, lines: planned } = planExpense(context, parts, { id: context.newId() });
  return {
    supplier_id: row.supplier_id,
    payee_name: row.supplier_id === null ? row.payee_name : null,
    currency: row.currency,
    amounts_include_tax: row.amounts_include_tax,
    lines: planned.map((line, index) => ({
      category_id: line.category_id,
      description: line.description,
      amount: line.amount.toString(),
      tax_rate_ids: input.lines[index]?.tax_rate_ids ?? null,
      variant_id: line.variant_id,
      quantity: line.quantity?.toString() ?? null,
      location_id: line.location_id,
      client_id: line.client_id,
      billable: line.billable,
      markup_percent: line.markup_percent?.toString() ?? null,
      dimension_value_ids: line.dimension_value_ids,
    })),
    paid_by: row.paid_by,
    member_id: row.member_id,
    method_id: row.method_id,
    reference: row.reference,
    notes: row.notes,
    tags: row.tags,
  };
}
