import { z } from 'zod';
import { rescale, type Decimal } from '../../core/decimal.ts';
import { minorDigits } from '../../core/currency.ts';
import { and, type Sql, sql } from '../../db/sql.ts';
import { fault } from '../../operation/fault.ts';
import { type Filter, filter } from '../../operation/filter.ts';
import type { Context } from '../../operation/operation.ts';
import { SignedAmount } from '../../wire/index.ts';

/** A filter whose condition depends on more than its value, so that the operation itself adds it. */
export function laterFilter(schema: z.ZodType): Filter {
  return filter(schema, () => sql`true`);
}

const AmountBounds = z.union([
  SignedAmount,
  z.strictObject({
    gte: SignedAmount.optional(),
    gt: SignedAmount.optional(),
    lte: SignedAmount.optional(),
    lt: SignedAmount.optional(),
  }),
]);

/** Takes an amount, or bounds of one. How many minor units it is, only the organisation's currency tells. */
export const amountFilter: Filter = laterFilter(AmountBounds);

/** The condition of an {@link amountFilter} called `name` on this column; true where nothing was asked. */
export function amountCondition(
  context: Context,
  column: Sql,
  asked: { readonly name: string; readonly value: unknown },
): Sql {
  if (asked.value === undefined) return sql`true`;
  // The list's own schema has parsed it.
  const value = asked.value as z.output<typeof AmountBounds>;
  const minor = (decimal: Decimal) => minorUnits(context, decimal, `/${asked.name}`);
  if ('units' in value) return sql`${column} = ${minor(value)}::bigint`;
  const { gte, gt, lte, lt } = value;
  return and([
    ...(gte === undefined ? [] : [sql`${column} >= ${minor(gte)}::bigint`]),
    ...(gt === undefined ? [] : [sql`${column} > ${minor(gt)}::bigint`]),
    ...(lte === undefined ? [] : [sql`${column} <= ${minor(lte)}::bigint`]),
    ...(lt === undefined ? [] : [sql`${column} < ${minor(lt)}::bigint`]),
  ]);
}

function minorUnits(context: Context, decimal: Decimal, pointer: string): bigint {
  const currency = context.actor.organization?.baseCurrency ?? '';
  const minor = rescale(decimal, minorDigits(currency) ?? 0);
  if (minor === undefined)
    throw fault(pointer, 'wrong_scale', `Write an amount in ${currency}, with no more decimals than it has.`);
  return minor;
}
