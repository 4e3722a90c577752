/** What a match gives up of sales beside the money: discounts that are late, and what is written off. */
import { z } from 'zod';
import { formatMoney, money } from '../../../core/money.ts';
import { sql } from '../../../db/sql.ts';
import { actorStamp } from '../../../operation/actor.ts';
import { BusinessError, periodLocked, validationFailed } from '../../../operation/errors.ts';
import type { Context, Operation } from '../../../operation/operation.ts';
import { Id, Money } from '../../../wire/index.ts';
import { grantDiscount, reverseDiscount, reverseWriteOff, writeOffSale } from '../../payments/index.ts';
import { lockSale } from '../../sales/index.ts';
import type { Settling } from './deeds.ts';
import type { LockedLine } from './lock-lines.ts';
import type { ItemShare, Share } from './shares.ts';

const kinds = ['discount', 'write_off'] as const;
type Kind = (typeof kinds)[number];

export const BankAdjustment = z.object({
  kind: z.enum(kinds).describe('`discount` for paying early, granted by hand; or a bad debt.'),
  sale_id: Id('sale'),
  amount: Money,
});

export type Adjustment = { readonly kind: Kind; readonly saleId: string; readonly amount: bigint };

type Adjusting = {
  readonly line: LockedLine;
  readonly shares: readonly Share[];
  readonly settling: Settling;
  readonly reason: string | undefined;
  readonly taxRelief: boolean | undefined;
};

/** Gives up what its shares left of sales, by the operations that do so, each with the permission that it asks for. */
export async function adjustSales(context: Context, adjusting: Adjusting): Promise<Adjustment[]> {
  const { shares, settling } = adjusting;
  const { isDiscounted, isWrittenOff } = settling;
  const sales = shares.filter((share): share is ItemShare => share.kind === 'sale');
  if (sales.length === 0 || !(isDiscounted || isWrittenOff)) return [];
  const open = await stillOpen(context, sales);
  const made: Adjustment[] = [];
  const give = async (kind: Kind, share: ItemShare, amount: bigint) => {
    if (amount <= 0n) return;
    await giveUp(context, adjusting, { kind, share, amount });
    made.push({ kind, saleId: share.id, amount });
  };
  for (const share of sales) {
    const owed = open.get(share.id) ?? 0n;
    // The payment has granted what it was in time for.
    const granted = share.open - share.amount - owed;
    const lacking = (isWrittenOff ? share.discount : share.earned) - granted;
    const discount = lacking < owed ? lacking : owed;
    await give('discount', share, discount);
    if (isWrittenOff) await give('write_off', share, owed - (discount > 0n ? discount : 0n));
  }
  return made;
}

/** What sales or expenses owe as things stand, by their ids; nothing of those that are settled. */
export async function stillOpen(
  { db, organization }: Context,
  items: readonly Pick<ItemShare, 'id'>[],
): Promise<ReadonlyMap<string, bigint>> {
  const rows = await db.many<{ id: string; open: bigint }>(sql`
    select id, open from bank_open_items
    where organization_id = ${organization} and id = any(${items.map(({ id }) => id)}::uuid[])`);
  return new Map(rows.map(({ id, open }) => [id, open]));
}

type Given = { readonly kind: Kind; readonly share: ItemShare; readonly amount: bigint };

async function giveUp(
  { actor, origin, carryOut }: Context,
  { line, reason = `Settled with a bank line of ${line.day}.`, taxRelief }: Adjusting,
  { kind, share: { id, day }, amount }: Given,
): Promise<void> {
  const common = { id: z.encode(Id('sale'), id), amount: formatMoney(money(amount, line.currency)), reason };
  const [operation, input]: readonly [Operation, object] =
    kind === 'discount'
      ? [grantDiscount, { ...common, discounted_on: day }]
      : [writeOffSale, { ...common, written_off_on: day, ...(taxRelief !== undefined && { tax_relief: taxRelief }) }];
  await carryOut({ operation, request: { actor, origin, input } });
}

export function writeAdjustments(context: Context, lineId: string, made: readonly Adjustment[]): void {
  if (made.length === 0) return;
  const { db, organization, now, newId, actor } = context;
  const rows = made.map(({ kind, saleId, amount }) => ({
    id: newId(),
    kind,
    sale_id: saleId,
    amount: amount.toString(),
  }));
  db.later(sql`
    insert into bank_adjustments (organization_id, id, line_id, kind, sale_id, amount, created_at, created_by)
    select ${organization}, id, ${lineId}, kind, sale_id, amount, ${now}::timestamptz,
      ${JSON.stringify(actorStamp(actor))}::jsonb
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as made (id uuid, kind text, sale_id uuid, amount bigint)`);
}

type Row = {
  readonly kind: Kind;
  readonly sale_id: string;
  readonly amount: bigint;
  readonly currency: string;
};

/** Those of a line. */
export async function adjustmentsOf(
  { db, organization }: Context,
  lineId: string,
): Promise<z.output<typeof BankAdjustment>[]> {
  const rows = await db.many<Row>(sql`
    select adjustment.kind, adjustment.sale_id, adjustment.amount, line.currency
    from bank_adjustments as adjustment
    join bank_lines as line on line.organization_id = adjustment.organization_id and line.id = adjustment.line_id
    where adjustment.organization_id = ${organization} and adjustment.line_id = ${lineId}
    order by adjustment.kind, adjustment.amount desc, adjustment.id`);
  return rows.map(({ currency, amount, ...row }) => ({ ...row, amount: money(amount, currency) }));
}

export type Standing = Row & { readonly day: string };

/** Removes those of a line from it, to be taken back: bad debts first. */
export async function takeAdjustments({ db, organization }: Context, lineId: string): Promise<Standing[]> {
  return db.many<Standing>(sql`
    with taken as (
      delete from bank_adjustments where organization_id = ${organization} and line_id = ${lineId}
      returning id, line_id, kind, sale_id, amount
    )
    select taken.kind, taken.sale_id, taken.amount, line.currency, line.booking_date as day from taken
    join bank_lines as line on line.organization_id = ${organization} and line.id = taken.line_id
    order by taken.kind desc, taken.id`);
}

/** Takes it back as far as it still stands, on the day of the line or else on the first day that is open. */
export async function takeAdjustmentBack(context: Context, { kind, sale_id: id, ...one }: Standing): Promise<void> {
  const { row } = await lockSale(context, id, undefined);
  const standing = kind === 'discount' ? row.amount_discounted : row.amount_written_off;
  const amount = one.amount < standing ? one.amount : standing;
  if (amount <= 0n) return;
  const { actor, origin } = context;
  const operation = kind === 'discount' ? reverseDiscount : reverseWriteOff;
  const input = { id: z.encode(Id('sale'), id), amount: formatMoney(money(amount, one.currency)) };
  const reverse = (more: object) =>
    context.carryOut({ operation, request: { actor, origin, input: { ...input, ...more } } });
  try {
    await reverse({ date: one.day < row.sale_date ? row.sale_date : one.day });
  } catch (error) {
    // Of that day it is only where nothing was given up of the sale since.
    const mayMove = error instanceof BusinessError && movable.has(error.kind.code);
    if (!mayMove) throw error;
    await reverse({});
  }
}

const movable: ReadonlySet<string> = new Set([periodLocked.code, validationFailed.code]);
