import { z } from 'zod';
import { addMonths, type Day } from '../../../core/calendar.ts';
import { formatMoney, money } from '../../../core/money.ts';
import { at } from '../../../core/list.ts';
import { equalParts, type PartAsked, ScheduleFault, scheduleOf, settledParts } from '../../../core/schedule.ts';
import { fault } from '../../../operation/fault.ts';
import { Amount, Day as DayInput, Percent } from '../../../wire/index.ts';
import { amountFrom } from '../pricing/amount-from.ts';
import { partKinds, type SaleRecord, scheduleExceedsTotal } from '../sale.ts';
import type { StoredPart } from '../sale-row.ts';
import { settledOf } from './settled.ts';

const partsMax = 60;

const PartInput = z
  .strictObject({
    due_date: DayInput,
    kind: z.enum(partKinds).default('instalment'),
    percent: Percent.optional().describe('Percentage of the total. Default: the remainder, for the last part only.'),
    amount: Amount.optional(),
  })
  .refine(({ percent, amount }) => percent === undefined || amount === undefined, {
    error: 'Write either a percent or an amount, not both.',
    path: ['amount'],
  });

export const scheduleInput = {
  payment_schedule: z
    .array(PartInput)
    .max(partsMax)
    .optional()
    .describe('Payment schedule, earliest due date first. The last part takes the remainder; [] for none.'),
  instalments: z
    .int()
    .min(2)
    .max(partsMax)
    .optional()
    .describe('Number of equal monthly instalments instead, the first one month after the sale.'),
};

export type PartGiven = z.output<typeof PartInput>;
type ScheduleGiven = {
  readonly payment_schedule?: readonly PartGiven[] | undefined;
  readonly instalments?: number | undefined;
};

/** The parts of a sale of this total; none where nothing is to be paid. */
export function partsFrom(
  given: ScheduleGiven,
  { total, currency, saleDate }: { readonly total: bigint; readonly currency: string; readonly saleDate: Day },
): StoredPart[] {
  const asked = askedParts(given, { currency, saleDate });
  if (total === 0n || asked.length === 0) return [];
  for (const [index, part] of asked.entries()) {
    const earliest = index === 0 ? saleDate : at(asked, index - 1).dueDate;
    if (part.dueDate < earliest) {
      throw fault(`/payment_schedule/${index}/due_date`, 'not_in_order', `Write ${earliest} or a later date.`);
    }
  }
  const amounts = amountsOf(total, asked, currency);
  return asked.map(({ dueDate, kind, percent, amount }, index) => ({
    due_date: dueDate,
    kind,
    percent: percent?.toString() ?? null,
    asked: amount?.toString() ?? null,
    amount: at(amounts, index).toString(),
  }));
}

type Asked = PartAsked & { readonly dueDate: Day; readonly kind: StoredPart['kind'] };
type On = { readonly currency: string; readonly saleDate: Day };

function askedParts({ payment_schedule: given, instalments }: ScheduleGiven, { currency, saleDate }: On): Asked[] {
  if (given !== undefined && instalments !== undefined)
    throw fault('/instalments', 'sent_twice', 'Write `payment_schedule` or `instalments`, not both.');
  if (instalments !== undefined) {
    return equalParts(instalments).map((part, index) => ({
      ...part,
      dueDate: addMonths(saleDate, index + 1),
      kind: 'instalment',
    }));
  }
  return (given ?? []).map(({ due_date: dueDate, kind, percent, amount }, index) => ({
    dueDate,
    kind,
    percent,
    amount: amount && amountFrom(amount, `/payment_schedule/${index}/amount`, currency),
  }));
}

function amountsOf(total: bigint, asked: readonly Asked[], currency: string): bigint[] {
  try {
    return scheduleOf(total, asked);
  } catch (error) {
    if (!(error instanceof ScheduleFault)) throw error;
    const pointer = `/payment_schedule/${error.part}`;
    if (error.code === 'rest_not_last')
      throw fault(
        pointer,
        error.code,
        'Give this part a percent or an amount: only the last part takes the remainder.',
      );
    const max = formatMoney(money(error.max < 0n ? 0n : error.max, currency));
    const message =
      error.code === 'part_empty'
        ? 'Nothing is left for this part. Leave it out.'
        : `Write ${max}, or leave the amount out.`;
    throw scheduleExceedsTotal({ max, currency, errors: [{ pointer, code: error.code, message }] });
  }
}

export function partRecords(
  parts: readonly StoredPart[],
  { paid, currency, overdueBefore }: { readonly paid: bigint; readonly currency: string; readonly overdueBefore: Day },
): SaleRecord['payment_schedule'] {
  const settled = settledParts(amountsIn(parts), paid);
  return parts.map(({ due_date: dueDate, kind, percent, amount: digits }, index) => {
    const amount = BigInt(digits);
    const due = amount - at(settled, index);
    return {
      due_date: dueDate,
      kind,
      percent: percent === null ? null : BigInt(percent),
      amount: money(amount, currency),
      amount_paid: money(amount - due, currency),
      amount_due: money(due, currency),
      is_overdue: due > 0n && dueDate < overdueBefore,
    };
  });
}

function amountsIn(parts: readonly StoredPart[]) {
  return parts.map(({ due_date: dueDate, amount }) => ({ dueDate, amount: BigInt(amount) }));
}

type Scheduled = { readonly payment_schedule: readonly StoredPart[]; readonly due_date: Day };
type Paid = { readonly total: bigint } & Parameters<typeof settledOf>[0];

/** The amount due of each part, with its due date. */
export function duesOf(sale: Scheduled & Paid): { readonly dueDate: Day; readonly due: bigint }[] {
  const { payment_schedule: parts, due_date: dueDate, total } = sale;
  const paid = settledOf(sale);
  if (parts.length === 0) return [{ dueDate, due: total - paid }];
  const settled = settledParts(amountsIn(parts), paid);
  return amountsIn(parts)
    .map((part, index) => ({ dueDate: part.dueDate, due: part.amount - at(settled, index) }))
    .filter(({ due }) => due > 0n);
}

/** The last due date where the sale is paid. The table derives the same for its filters. */
export function nextDueDate(sale: Scheduled & Paid): Day {
  return duesOf(sale)[0]?.dueDate ?? sale.due_date;
}
