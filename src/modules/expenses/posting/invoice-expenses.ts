import { z } from 'zod';
import { minorDigits } from '../../../core/currency.ts';
import { percentScale, powerOfTen, quantityScale } from '../../../core/decimal.ts';
import { divide } from '../../../core/rounding.ts';
import { sql } from '../../../db/sql.ts';
import { forbidden, insufficientScope, notFound, refusal, validationFailed } from '../../../operation/errors.ts';
import { fault, missing, needPermission } from '../../../operation/fault.ts';
import { type Context, operation } from '../../../operation/operation.ts';
import { undoneBy } from '../../../operation/undo.ts';
import { Day, Id, Text } from '../../../wire/index.ts';
import { loadClients } from '../../clients/index.ts';
import { baseOf } from '../../exchange/index.ts';
import {
  ambiguousName,
  clientNotActive,
  createDraft,
  saleCreated,
  type SaleInput,
  SaleWithWarnings,
  withIds,
} from '../../sales/index.ts';
import { Markup } from '../expense-input.ts';
import { expensesAmong, lockOpenExpenses, type OpenLine, openLines } from './open-lines.ts';

const expensesMax = 100;
const linesMax = 500;
const taxesPerLineMax = 5;

const nothingToInvoice = refusal(
  'nothing_to_invoice',
  409,
  'The client has no billable expenses that are not billed yet.',
  'Billable lines of posted expenses are billed once: see list_expenses with `unbilled_for`.',
);

export const invoiceExpenses = operation({
  name: 'invoice_expenses',
  summary: 'Invoice billable expenses to a client as a draft sale, at cost plus markup.',
  guidance:
    'Each billable line is invoiced once. It can be billed again if removed from the draft, or when the ' +
    'draft is deleted or the sale voided. Confirm the draft as any sale.',
  http: 'POST /expenses/invoice',
  effect: 'write',
  permission: 'sales:write',
  mcp: 'action',
  undo: undoneBy('delete_sale'),
  input: z.strictObject({
    client_id: Id('client').optional(),
    client: Text(255).optional().describe('Exact number or name of the client instead of `client_id`.'),
    expense_ids: z.array(Id('expense')).min(1).max(expensesMax).optional().describe('Default: all unbilled lines.'),
    until: Day.optional().describe('Only expenses dated on or before this day.'),
    markup_percent: Markup.optional().describe('Markup of lines without their own. Default: none.'),
    tax_rate_ids: z
      .array(Id('tax_rate'))
      .max(taxesPerLineMax)
      .optional()
      .describe('Default: the tax rates of the client, else the default rate.'),
    sale_date: Day.optional().describe('Default: today.'),
  }),
  output: SaleWithWarnings.extend({
    billed_lines: z.array(
      z.object({ expense_id: Id('expense'), expense_line_id: Id('expense_line'), sale_line_id: Id('sale_line') }),
    ),
    has_more: z.boolean().describe(`Whether more than ${linesMax} lines are unbilled: call it again for the next.`),
  }),
  refuses: [validationFailed, notFound, forbidden, insufficientScope, ambiguousName, clientNotActive, nothingToInvoice],
  emits: [saleCreated],
  async run(context, given) {
    needPermission(context, 'expenses:read');
    const { client_id: clientId, ...input } = await withIds(context, given);
    if (clientId === undefined)
      throw fault('/client_id', 'required', 'Name the client to bill, by `client_id` or by `client`.');
    const found = await openLinesFor(context, clientId, input);
    const lines = found.slice(0, linesMax);
    if (lines.length === 0) throw nothingToInvoice();
    const billed = lines.map((line) => ({ line, saleLineId: context.newId() }));
    const sale = await createDraft(context, {
      client_id: clientId,
      sale_date: input.sale_date,
      // At what it is on the books for, whatever currency it was spent in.
      currency: baseOf(context),
      // Rebilled expenses are charged as spent, and the tax of the sale is added.
      prices_include_tax: false,
      discounts: [],
      lines: billed.map(({ line, saleLineId }) => saleLine(context, line, { ...input, id: saleLineId })),
    });
    writeBilled(context, sale.id, billed);
    return {
      ...sale,
      billed_lines: billed.map(({ line, saleLineId }) => ({
        expense_id: line.expense_id,
        expense_line_id: line.id,
        sale_line_id: saleLineId,
      })),
      has_more: found.length > linesMax,
    };
  },
});

type Asked = { readonly expense_ids?: string[] | undefined; readonly until?: string | undefined };

/** One more than fits into a sale, where there are so many. */
async function openLinesFor(
  context: Context,
  clientId: string,
  { expense_ids: ids, until }: Asked,
): Promise<OpenLine[]> {
  const asked = { clientId, until, expenseIds: ids, max: linesMax + 1 };
  const [clients, known, locked, lines] = await Promise.all([
    loadClients(context, [clientId]),
    ids === undefined ? undefined : expensesAmong(context, ids),
    lockOpenExpenses(context, asked),
    openLines(context, asked),
  ]);
  if (!clients.has(clientId)) throw missing('/client_id', 'client');
  for (const [index, id] of (ids ?? []).entries()) {
    if (known?.has(id) !== true) throw missing(`/expense_ids/${index}`, 'expense');
    if (!locked.includes(id)) throw nothingToInvoice({ expense_id: z.encode(Id('expense'), id) });
  }
  // Lines posted after the locks were taken are charged the next time.
  return lines.filter((line) => locked.includes(line.expense_id));
}

type SaleLineAsked = {
  readonly id: string;
  readonly markup_percent?: bigint | undefined;
  readonly tax_rate_ids?: string[] | undefined;
};

function saleLine(context: Context, line: OpenLine, asked: SaleLineAsked): SaleInput['lines'][number] {
  const whole = powerOfTen(percentScale + 2);
  const markup = line.markup_percent ?? asked.markup_percent ?? 0n;
  return {
    id: asked.id,
    name: line.description ?? line.category,
    description: `Spent on ${line.expense_date}.`,
    quantity: powerOfTen(quantityScale),
    unit_price: {
      units: divide(line.cost * (whole + markup), whole, 'half_up'),
      scale: minorDigits(baseOf(context)) ?? 0,
    },
    tax_rate_ids: asked.tax_rate_ids,
    dimension_value_ids: line.dimension_value_ids,
    kept_values: line.dimension_value_ids,
  };
}

function writeBilled(
  { db, organization, now }: Context,
  saleId: string,
  billed: readonly { readonly line: OpenLine; readonly saleLineId: string }[],
): void {
  db.later(sql`
    insert into billed_expense_lines (organization_id, expense_id, line_id, sale_id, sale_line_id, created_at)
    select ${organization}, expense_id, line_id, ${saleId}, sale_line_id, ${now}
    from unnest(${billed.map(({ line }) => line.expense_id)}::uuid[], ${billed.map(({ line }) => line.id)}::uuid[],
      ${billed.map(({ saleLineId }) => saleLineId)}::uuid[]) as billed (expense_id, line_id, sale_line_id)`);
}
