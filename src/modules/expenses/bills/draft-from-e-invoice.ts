import type { z } from 'zod';
import { addDays } from '../../../core/calendar.ts';
import { formatMoney } from '../../../core/money.ts';
import { EarlyDiscountTerms } from '../../../wire/index.ts';
import { fault } from '../../../operation/fault.ts';
import type { Context } from '../../../operation/operation.ts';
import type { Client } from '../../clients/index.ts';
import type { FileEInvoice } from '../../files/index.ts';
import { billedLines } from './billed-lines.ts';
import type { ExpenseWarning, ExpenseWithWarnings } from '../expense.ts';
import { supplierOf } from './supplier-of.ts';

type Given = {
  readonly category_id?: string | undefined;
  readonly category?: string | undefined;
  readonly supplier_id?: string | null | undefined;
  readonly supplier?: string | undefined;
};

type Parts = {
  readonly given: Given;
  readonly clients: readonly Client[];
  readonly rates: Parameters<typeof billedLines>[1];
  readonly usual: { readonly id: string } | undefined;
};

type Noted = Pick<ExpenseWarning, 'code' | 'message'>;

/** The draft expense of an e-invoice, with warnings to review before it is posted. */
export function draftFromEInvoice(context: Context, invoice: FileEInvoice, { given, clients, rates, usual }: Parts) {
  const { category_id: categoryId, category, ...rest } = given;
  const isFiled = categoryId !== undefined || category !== undefined;
  if (!isFiled && usual === undefined)
    throw fault('/category_id', 'required', 'Choose the expense category of this line.');
  const filed = isFiled ? { category_id: categoryId, category } : { category_id: usual?.id };
  const isNamed = Boolean(rest.supplier_id) || rest.supplier !== undefined;
  const found = isNamed ? { named: {}, warnings: [] } : supplierOf(invoice, clients);
  const { lines, includeTax, warnings: taxed } = billedLines(invoice, rates, filed);
  const dated = datesOf(context, invoice);
  const input = {
    kind: invoice.kind === 'credit_note' ? ('credit_note' as const) : ('expense' as const),
    ...rest,
    ...found.named,
    ...dated.days,
    ...discountsIn(invoice, dated.days),
    lines,
    amounts_include_tax: includeTax,
    currency: invoice.currency,
    supplier_invoice_number: invoice.number?.slice(0, invoiceNumberMax).toWellFormed() ?? null,
    notes: notesOf(invoice),
  };
  const told = invoice.warnings.map(({ code, message }) => ({
    code: 'e_invoice_doubtful',
    message: `${code}: ${message}`,
  }));
  const warnings: Noted[] = [...found.warnings, ...dated.warnings, ...taxed, ...told, ...prepaid(invoice)];
  return { input, warnings };
}

const invoiceNumberMax = 100;

/** The days of the e-invoice, where an expense may have them. */
function datesOf({ today }: Context, { issue_date: issued, due_date: due }: FileEInvoice) {
  const isLater = issued !== null && issued > addDays(today, 1);
  const expenseDate = issued === null || isLater ? today : issued;
  const days = { expense_date: expenseDate, ...(due === null || due < expenseDate ? {} : { due_date: due }) };
  const message = `The invoice date, ${issued}, is in the future; the draft is dated today.`;
  return { days, warnings: isLater ? [{ code: 'in_future', message }] : [] };
}

type Days = ReturnType<typeof datesOf>['days'];

/** Discounts for early payment of the whole invoice; any other is told in the notes, for whoever pays it. */
function discountsIn({ payment, totals }: FileEInvoice, { expense_date: issued, due_date: due }: Days) {
  const whole = formatMoney(totals.gross);
  const terms = payment.early_discounts
    .filter(
      ({ base, days }) => (base === null || base === whole) && (due === undefined || addDays(issued, days) <= due),
    )
    .map(({ percent, days }) => ({ percent, days }));
  const read = EarlyDiscountTerms.safeParse(terms);
  return read.success && read.data.length > 0 ? { early_discounts: read.data } : {};
}

/** Payment details and references of the e-invoice, for whoever pays it to check. */
function notesOf({ payment, order_number: order, corrects }: FileEInvoice): string | null {
  const { iban, account_number: account, bic, reference, terms } = payment;
  const parts = [
    ['IBAN', iban],
    ['Account', account],
    ['BIC', bic],
    ['Reference', reference],
    ['Your order', order],
    ['Terms', terms],
    ['Corrects', corrects.length === 0 ? null : corrects.join(', ')],
  ] as const;
  const said = parts.filter(([, value]) => value !== null).map(([name, value]) => `${name}: ${value}`);
  const text = said.join('\n').slice(0, notesMax).toWellFormed().trim();
  return text === '' ? null : text;
}

const notesMax = 5_000;

function prepaid({ totals, currency }: FileEInvoice): Noted[] {
  if (totals.prepaid.minor <= 0n) return [];
  const left = `${formatMoney(totals.due)} ${currency}`;
  return [
    { code: 'prepaid', message: `The supplier states that ${left} remain to be paid; the rest is already paid.` },
  ];
}

type Drafted = Pick<z.output<typeof ExpenseWithWarnings>, 'total' | 'currency'>;

/** Warns where the total of the draft differs from that of the e-invoice. */
export function differing({ total, currency }: Drafted, { totals }: FileEInvoice): Noted[] {
  if (total.minor === totals.gross.minor) return [];
  const [draft, asked] = [formatMoney(total), formatMoney(totals.gross)];
  const message = `The draft total is ${draft} ${currency}, but the e-invoice total is ${asked}.`;
  return [{ code: 'total_differs', message }];
}
