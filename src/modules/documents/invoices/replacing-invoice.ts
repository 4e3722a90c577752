import type { z } from 'zod';
import type { Day } from '../../../core/calendar.ts';
import { ascending } from '../../../core/order.ts';
import type { Context } from '../../../operation/operation.ts';
import { sent } from '../../../wire/patch.ts';
import type { Freed, Refund } from '../../payments/index.ts';
import { correctedInput, makeDraft, type StoredSale } from '../../sales/index.ts';
import type { DocumentGiven } from '../document-input.ts';
import type { DocumentRow } from '../document-row.ts';

type Changes = Omit<DocumentGiven, 'type'>;

/** Drafts the sale of an invoice that takes the place of another: as that one's was, but for the changes. */
export async function saleInstead(
  context: Context,
  sale: StoredSale,
  { changes, day }: { readonly changes: Changes; readonly day: Day },
): Promise<StoredSale> {
  const { client_id, currency, exchange_rate, prices_include_tax, cash_rounding, location_id, member_id } = changes;
  const { due_date, payment_schedule, instalments, early_discounts, supply_date } = changes;
  const terms = { client_id, currency, exchange_rate, prices_include_tax, cash_rounding };
  const { lines, discounts, charges, dimension_value_ids } = changes;
  const due = { due_date, payment_schedule, instalments, early_discounts };
  const priced = { lines, discounts, charges, dimension_value_ids };
  const asked = sent({ ...terms, ...priced, ...due, location_id, member_id });
  const input = await correctedInput(context, sale, { ...asked, sale_date: supply_date ?? day });
  const isOtherCurrency = currency !== undefined && currency !== sale.row.currency;
  return makeDraft(context, input, isOtherCurrency ? {} : { like: sale });
}

/** Printed and filed fields of an invoice, but for the changes. Its external id stays its own. */
export function copyOf(row: DocumentRow, changes: Changes): Changes {
  const { title, buyer_reference, po_number, project, notes, terms, footer, template_id, language } = row;
  const { member_id, metadata, custom_fields, tags, attachments } = row;
  const printed = { title, buyer_reference, po_number, project, notes, terms, footer, template_id, language };
  return { ...printed, member_id, metadata, custom_fields, tags, attachments, ...sent(changes) };
}

type Before = { readonly before: StoredSale; readonly refunds: readonly z.output<typeof Refund>[] };

/**
 * Payments of the sale before that pay the one in its place, the first first, as far as it comes to. Those of another
 * client or currency do not.
 */
export function freedFor({ row }: StoredSale, { before, refunds }: Before): Freed[] {
  if (row.client_id !== before.row.client_id || row.currency !== before.row.currency) return [];
  let left = row.total;
  const freed = refunds.flatMap(({ payment_id: paymentId, amount }) =>
    paymentId === null ? [] : [{ paymentId, amount: amount.minor }],
  );
  return freed.toSorted(ascending(({ paymentId }) => paymentId)).flatMap(({ paymentId, amount: whole }) => {
    const amount = whole < left ? whole : left;
    left -= amount;
    return amount === 0n ? [] : [{ paymentId, amount }];
  });
}
