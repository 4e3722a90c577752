import { type Money, money } from '../../core/money.ts';
import { nameKey } from '../../core/fold.ts';
import type { Context } from '../operation.ts';

/** How a field of a record is kept. Without a codec the column has the field's name and its value. */
export type Column = {
  /** The column's name, where it is another than the field's. */
  readonly name?: string;
  /** Written with the record and never read: a key to sort and search by. */
  readonly writeOnly?: true;
  /** From the record as it will be to the value that is bound. */
  readonly toColumn?: (value: unknown, record: Readonly<Record<string, unknown>>) => unknown;
  readonly toField?: (stored: unknown, context: Context) => unknown;
};

/** A text, number, id, day, yes or no, or an array of them. */
export const plain: Column = {};

/** An object in a `jsonb` column; null stays null. */
export const json: Column = { toColumn: (value) => (value ? JSON.stringify(value) : null) };

/** The key under which a name is the same whatever its case and accents. */
export function nameKeyOf(field: string): Column {
  return { writeOnly: true, toColumn: (_, record) => nameKey(String(record[field])) };
}

/** An amount of the base currency, kept in minor units. */
export const baseAmount: Column = {
  toColumn: (value) => (value as Money | null | undefined)?.minor ?? null,
  toField: (stored, context) => (stored === null ? null : money(stored as bigint, baseCurrency(context))),
};

/** A unit price in the base currency, kept in millionths of a minor unit under a name of its own. */
export function baseUnitPrice(name: string): Column {
  return {
    name,
    toColumn: (value) => (value as { readonly micro: bigint } | null | undefined)?.micro ?? null,
    toField: (micro, context) => (micro === null ? null : { micro, currency: baseCurrency(context) }),
  };
}

export function baseCurrency({ actor }: Context): string {
  return actor.organization?.baseCurrency ?? '';
}
