import { addDays, type Day } from '../../../core/calendar.ts';
import { convert } from '../../../core/exchange.ts';
import { ExpenseFault, type PricedExpense, priceExpense, type PurchaseTaxed } from '../../../core/expense.ts';
import { at } from '../../../core/list.ts';
import { dueDateOf } from '../../../core/payment-terms.ts';
import type { TaxRules } from '../../../core/tax.ts';
import { actorStamp } from '../../../operation/actor.ts';
import { fault, sentenceOf } from '../../../operation/fault.ts';
import type { Context } from '../../../operation/operation.ts';
import { valuesOfLines } from '../../dimensions/index.ts';
import { draftRate, exchangeOf } from '../../exchange/index.ts';
import type { TaxRateForSale } from '../../products/index.ts';
import { amountFrom, datedDiscounts, earlyDiscountGiven } from '../../sales/index.ts';
import type { ExpenseInput } from '../expense-input.ts';
import type { ExpenseRow, StoredLine, StoredTax } from '../expense-row.ts';
import { defaultValues, type ExpenseParts } from '../load-expense.ts';

/** An expense as it will be written, a draft still. */
export type PlannedExpense = {
  readonly row: ExpenseRow;
  readonly lines: readonly StoredLine[];
  /** Rates that the expense is taxed with, fixed from now on. */
  readonly rates: readonly TaxRateForSale[];
};

/** An expense to plan: `before` is the draft that it replaces, `occurrence` the run of its schedule. */
export type ExpenseMade = {
  readonly id: string;
  readonly before?: ExpenseRow | undefined;
  /** Files that it is drafted from. */
  readonly receipts?: readonly string[] | undefined;
  readonly occurrence?: { readonly recurringId: string; readonly date: string } | undefined;
};

const futureDaysMax = 1;

/** Turns what was asked for into rows: every default filled in, every amount computed, nothing read or written. */
export function planExpense(
  context: Context,
  parts: ExpenseParts,
  { id, before, occurrence, receipts }: ExpenseMade,
): PlannedExpense {
  const { input, currency } = parts;
  const rules = rulesOf(input, parts, before);
  const kind = before?.kind ?? input.kind ?? 'expense';
  if (kind === 'credit_note') checkCredit(input);
  const amounts = input.lines.map(({ amount }, index) => amountFrom(amount, `/lines/${index}/amount`, currency));
  const rates = input.lines.map((line, index) => ratesOf(line.tax_rate_ids, index, parts));
  const priced = pricedOrRefused(() =>
    priceExpense({ ...rules, currency, lines: amounts.map((amount, index) => ({ amount, taxes: at(rates, index) })) }),
  );
  const days = daysOf(context, input, parts);
  const documentRate = draftRate(
    context,
    { currency, day: days.expense_date, given: input.exchange_rate, known: parts.known },
    before && { ...before, day: before.expense_date },
  );
  const exchange = exchangeOf(context, { currency, ...documentRate });
  const all = new Map(rates.flat().map((rate) => [rate.id, rate]));
  const row: ExpenseRow = {
    id,
    kind,
    number: null,
    status: 'draft',
    ...days,
    supplier_id: parts.supplier?.id ?? null,
    payee_name: payeeOf(input, parts),
    supplier_invoice_number: input.supplier_invoice_number ?? null,
    duplicate_allowed: input.allow_duplicate ?? before?.duplicate_allowed ?? false,
    currency,
    ...documentRate,
    base_total: exchange === undefined ? null : convert(priced.totals.total, exchange),
    base_paid: exchange === undefined ? null : 0n,
    amounts_include_tax: rules.pricesIncludeTax,
    tax_rounding: rules.taxRounding,
    rounding_mode: rules.roundingMode,
    ...paidBy(context, input, parts, days.expense_date),
    early_discounts: earlyDiscountsFor(input, parts, { ...days, kind, before }),
    taxes: storedTaxes(priced.totals.taxes, all),
    net: priced.totals.net,
    tax: priced.totals.tax,
    self_assessed_tax: priced.totals.selfAssessed,
    recoverable_tax: priced.totals.recoverable,
    total: priced.totals.total,
    ...notYet,
    recurring_id: before?.recurring_id ?? occurrence?.recurringId ?? null,
    occurrence_date: before?.occurrence_date ?? occurrence?.date ?? null,
    ...aboutOf(context, input, { before, receipts }),
  };
  const values = valuesOfLines(input, {
    values: parts.dimensionValues,
    day: days.expense_date,
    byDefault: (index) => defaultValues(at(input.lines, index), index, parts),
  });
  const lines = amounts.map((amount, index) =>
    lineRow(context, { input, parts, priced, values, rates: all }, { amount, index, expenseId: id }),
  );
  return { row, lines, rates: [...all.values()] };
}

const notYet = {
  amount_paid: 0n,
  submitted_at: null,
  submitted_by: null,
  approved_at: null,
  approved_by: null,
  rejected_at: null,
  reject_reason: null,
  posted_at: null,
  voided_at: null,
  voided_on: null,
  void_reason: null,
};

/** A draft is rounded as it was when it was drafted: it is posted for what was seen. */
function rulesOf(input: ExpenseInput, { settings }: ExpenseParts, before: ExpenseRow | undefined): TaxRules {
  return {
    pricesIncludeTax: input.amounts_include_tax ?? settings.taxInclusiveDefault,
    taxRounding: before?.tax_rounding ?? settings.taxRounding,
    roundingMode: before?.rounding_mode ?? settings.roundingMode,
  };
}

/** The rates that a line names, else those it has by default. */
function ratesOf(ids: readonly string[] | undefined, index: number, { taxDefaults, rates }: ExpenseParts) {
  return (ids ?? at(taxDefaults, index)).map((id) => {
    const rate = rates.get(id);
    if (rate === undefined) throw new RangeError(`tax rate ${id} was not loaded`);
    return rate;
  });
}

function daysOf(context: Context, input: ExpenseInput, { supplier }: ExpenseParts) {
  const expenseDate = input.expense_date ?? context.today;
  if (expenseDate > addDays(context.today, futureDaysMax)) {
    throw fault('/expense_date', 'in_future', 'An expense may be dated tomorrow at the latest.');
  }
  const terms = supplier?.payment_terms ?? { type: 'days_after_issue' as const, value: 0 };
  const dueDate = input.due_date ?? dueDateOf(expenseDate, terms);
  if (dueDate < expenseDate)
    throw fault('/due_date', 'before_expense', 'Send a due date on or after the expense date.');
  return { expense_date: expenseDate, due_date: dueDate };
}

type Dated = Pick<ExpenseRow, 'expense_date' | 'due_date' | 'kind'> & { readonly before: ExpenseRow | undefined };

/**
 * As the input says, else as the draft had them of the same supplier, else by the terms of the supplier. A credit note,
 * and what a member paid, has none.
 */
function earlyDiscountsFor(input: ExpenseInput, { supplier }: ExpenseParts, { kind, before, ...days }: Dated) {
  const { early_discounts: said, paid_by: by } = input;
  if (kind === 'credit_note' || by === 'member') return [];
  const isSameSupplier = before !== undefined && before.supplier_id === (supplier?.id ?? null);
  const kept = isSameSupplier ? before.early_discounts.map(earlyDiscountGiven) : undefined;
  const dated = datedDiscounts(said ?? kept ?? supplier?.payment_terms?.early_discounts ?? [], days.expense_date);
  const late = dated.findIndex(({ until }) => until > days.due_date);
  // Those that were not said now and end too late for this expense are none of it.
  if (late === -1 || said === undefined) return dated.filter(({ until }) => until <= days.due_date);
  const message = `Send fewer days: the expense is due on ${days.due_date}.`;
  throw fault(`/early_discounts/${late}/days`, 'after_due', message);
}

function payeeOf({ payee_name: name }: ExpenseInput, { supplier }: ExpenseParts): string | null {
  if (supplier === undefined) return name ?? null;
  if (name && name !== supplier.display_name) {
    throw fault('/payee_name', 'sent_twice', 'Send a supplier or a `payee_name`, not both.');
  }
  return supplier.display_name;
}

/** A supplier credit note takes no payment and is rebilled to nobody, and its goods leave the stock by a movement. */
function checkCredit({ paid_by: by, method_id: methodId, method, lines }: ExpenseInput): void {
  if (by === 'member')
    throw fault('/paid_by', 'credit_note', 'A credit note belongs to the company: leave out the member who paid.');
  if (methodId || method !== undefined) {
    const message = 'A credit note becomes supplier credit. Record money refunded with refund_supplier_payment.';
    throw fault('/method_id', 'credit_note', message);
  }
  for (const [index, line] of lines.entries()) {
    if (line.billable === true) {
      throw fault(`/lines/${index}/billable`, 'credit_note', 'Lines of a credit note cannot be billed to a client.');
    }
    if (!line.variant_id && line.sku === undefined) continue;
    const message = 'Return goods with create_stock_movement; post the line under goods received, not billed.';
    throw fault(`/lines/${index}/variant_id`, 'credit_note', message);
  }
}

/** Payer and method: an expense paid by a member is owed to them, one paid at once by the company needs a method. */
function paidBy(context: Context, input: ExpenseInput, { method }: ExpenseParts, expenseDate: Day) {
  const isMember = input.paid_by === 'member';
  if (!isMember && input.member_id) {
    throw fault('/member_id', 'not_paid_by_member', 'Send `paid_by: "member"`, or leave `member_id` out.');
  }
  if (isMember && method !== undefined) {
    throw fault('/method_id', 'paid_by_member', 'A member paid this expense; reimburse them with pay_expense.');
  }
  const memberId = isMember ? (input.member_id ?? context.actor.memberId) : null;
  if (memberId === '') throw fault('/member_id', 'required', 'Name the member who paid.');
  const paidOn = input.paid_on ?? null;
  if (method === undefined && paidOn !== null) {
    throw fault(
      '/paid_on',
      'not_paid',
      'Send the payment method, by `method_id` or by `method`; or leave `paid_on` out.',
    );
  }
  if (paidOn !== null && (paidOn < expenseDate || paidOn > addDays(context.today, futureDaysMax))) {
    throw fault('/paid_on', 'wrong_day', 'Send a payment date from the expense date to tomorrow.');
  }
  if (method?.requires_reference === true && !input.reference) {
    throw fault('/reference', 'required', `Payments by ${method.name} need a reference.`);
  }
  return {
    paid_by: isMember ? ('member' as const) : ('company' as const),
    member_id: memberId,
    method_id: method?.id ?? null,
    paid_on: paidOn,
    reference: input.reference ?? null,
  };
}

function aboutOf(context: Context, input: ExpenseInput, { before, receipts = [] }: Omit<ExpenseMade, 'id'>) {
  const stamp = actorStamp(context.actor);
  return {
    receipt_file_ids: before?.receipt_file_ids ?? [...receipts],
    notes: input.notes ?? null,
    external_id: input.external_id ?? null,
    metadata: input.metadata ?? {},
    custom_fields: input.custom_fields ?? {},
    tags: input.tags ?? [],
    version: (before?.version ?? 0) + 1,
    created_at: before?.created_at ?? context.now,
    updated_at: context.now,
    created_by: before?.created_by ?? stamp,
    updated_by: stamp,
  };
}

type Priced = {
  readonly input: ExpenseInput;
  readonly parts: ExpenseParts;
  readonly priced: PricedExpense;
  /** Of dimensions, by line. */
  readonly values: readonly string[][];
  readonly rates: ReadonlyMap<string, TaxRateForSale>;
};

function lineRow(
  context: Context,
  { input, parts, priced, values, rates }: Priced,
  { amount, index, expenseId }: { readonly amount: bigint; readonly index: number; readonly expenseId: string },
): StoredLine {
  const given = at(input.lines, index);
  const { net, tax, selfAssessed, recoverable, total, taxes } = at(priced.lines, index);
  return {
    id: given.id ?? context.newId(),
    expense_id: expenseId,
    position: index + 1,
    category_id: at(parts.categories, index).id,
    account_id: null,
    description: given.description ?? null,
    amount,
    taxes: storedTaxes(taxes, rates),
    net,
    tax,
    self_assessed_tax: selfAssessed,
    recoverable_tax: recoverable,
    total,
    variant_id: given.variant_id ?? null,
    quantity: given.quantity ?? null,
    location_id: given.location_id ?? null,
    billable: given.billable ?? false,
    client_id: given.client_id ?? null,
    markup_percent: given.markup_percent ?? null,
    dimension_value_ids: at(values, index),
    invoiced_sale_id: null,
  };
}

/** Each tax with a copy of its rate: what the rate becomes later changes no expense. */
function storedTaxes(taxes: readonly PurchaseTaxed[], rates: ReadonlyMap<string, TaxRateForSale>): StoredTax[] {
  return taxes.map(({ rate, base, amount, recoverable }) => {
    const full = rates.get(rate.id);
    if (full === undefined) throw new RangeError(`tax rate ${rate.id} was applied and never given`);
    return {
      rate_id: full.id,
      name: full.name,
      percentage: full.percentage.toString(),
      category: full.category,
      kind: full.kind === 'reverse_charge' ? full.kind : ('standard' as const),
      owed_on: full.accountId,
      recoverable_percent: full.recoverable.toString(),
      account_id: full.claimedOn,
      base: base.toString(),
      amount: amount.toString(),
      recoverable: recoverable.toString(),
    };
  });
}

const fields: Readonly<Record<string, string>> = {
  amount_not_positive: '/amount',
  tax_repeated: '/tax_rate_ids',
  withholding_tax: '/tax_rate_ids',
};

/** Faults of the input become refusals that point to the field. */
function pricedOrRefused(price: () => PricedExpense): PricedExpense {
  try {
    return price();
  } catch (error) {
    if (!(error instanceof ExpenseFault)) throw error;
    const { code, line, message } = error;
    const pointer = line === undefined ? '/lines' : `/lines/${line}${fields[code] ?? ''}`;
    throw fault(pointer, code, sentenceOf(message));
  }
}
