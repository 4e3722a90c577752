import { z } from 'zod';
import { minorDigits } from '../core/currency.ts';
import { type Decimal, rescale } from '../core/decimal.ts';
import { and, type Sql, sql } from '../db/sql.ts';
import { SignedAmount } from '../wire/index.ts';
import { fault } from './fault.ts';
import { type Filter, filter } from './filter.ts';
import type { Context } from './operation.ts';

/**
 * Takes an amount, or bounds of one, for a column of minor units. How many minor units it is, only the base currency of
 * the organisation tells. `name` is the filter's, for the refusal of decimals that the currency does not have;
 * `schema` says whether it may be negative.
 */
export function amountRange(column: Sql, name: string, schema: z.ZodType<Decimal> = SignedAmount): Filter {
  const bound = schema.optional();
  const bounds = z.strictObject({ gte: bound, gt: bound, lte: bound, lt: bound });
  return filter(z.union([schema, bounds]), (value, context) => {
    const minor = (decimal: Decimal) => minorUnits(context, decimal, `/${name}`);
    if ('units' in value) return sql`${column} = ${minor(value)}::bigint`;
    const { gte, gt, lte, lt } = value;
    return and([
      ...(gte === undefined ? [] : [sql`${column} >= ${minor(gte)}::bigint`]),
      ...(gt === undefined ? [] : [sql`${column} > ${minor(gt)}::bigint`]),
      ...(lte === undefined ? [] : [sql`${column} <= ${minor(lte)}::bigint`]),
      ...(lt === undefined ? [] : [sql`${column} < ${minor(lt)}::bigint`]),
    ]);
  });
}

function minorUnits(context: Context, decimal: Decimal, pointer: string): bigint {
  const currency = context.actor.organization?.baseCurrency ?? '';
  const minor = rescale(decimal, minorDigits(currency) ?? 0);
  if (minor === undefined)
    throw fault(pointer, 'wrong_scale', `Write an amount in ${currency}, with no more decimals than it has.`);
  return minor;
}
