import { z } from 'zod';
import { parseDecimal } from '../../core/decimal.ts';
import { sql } from '../../db/sql.ts';
import { operation } from '../../operation/operation.ts';
import { baseCurrency } from '../../operation/record/index.ts';
import { Id } from '../../wire/index.ts';
import { inDigits, sum, zero } from './amounts.ts';
import { readImport } from './store.ts';

const parts = ['stated', 'booked', 'skipped', 'failed'] as const;
type Part = (typeof parts)[number];

/** An amount of a record; without a currency it is in that of the books. */
export const CountedAmount = z.strictObject({
  part: z.enum(parts),
  currency: z.string().nullable(),
  amount: z.string(),
});
export type CountedAmount = z.output<typeof CountedAmount>;

export type Sums = Readonly<Record<string, Readonly<Record<Part, string>>>>;

const nothing = { stated: '0.00', booked: '0.00', skipped: '0.00', failed: '0.00' };

/**
 * Counts what records come to, after they were brought in and in their transaction. Not in the catalogue, as the work
 * of an import is not; whoever advanced the import holds its row.
 */
export const sumImport = operation({
  name: 'sum_import',
  summary: 'Add amounts of processed records to the sums of an import.',
  http: 'POST /imports/{id}/sums',
  effect: 'write',
  permission: 'signed_in',
  mcp: 'hidden',
  input: z.strictObject({ id: Id('import'), counted: z.array(CountedAmount) }),
  output: z.object({ id: Id('import') }),
  async run(context, { id, counted }) {
    const { sums } = await readImport(context, id);
    const { db, organization } = context;
    const added = counted.reduce((so, one) => withAmount(so, one, baseCurrency(context)), sums);
    db.later(sql`
      update imports set sums = ${JSON.stringify(added)} where organization_id = ${organization} and id = ${id}`);
    return { id };
  },
});

function withAmount(sums: Sums, { part, currency, amount }: CountedAmount, base: string): Sums {
  const counted = parseDecimal(amount);
  if (counted === undefined) throw new TypeError(`not an amount: ${amount}`);
  const own = currency ?? base;
  const before = sums[own] ?? nothing;
  const after = inDigits(sum([parseDecimal(before[part]) ?? zero, counted]));
  return { ...sums, [own]: { ...before, [part]: after } };
}
