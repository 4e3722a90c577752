import { z } from 'zod';
import { type Sql, sql } from '../../../db/sql.ts';
import { rangeOf } from '../../../net/address-range.ts';

const addressesMax = 20;
/** An address of IPv6 in its longest form, and the bits of a range. */
const lettersMax = 50;

const Address = z
  .string()
  .trim()
  .max(lettersMax)
  .refine((text) => rangeOf(text) !== undefined, {
    error: 'Write an address or a range, such as "203.0.113.7", "10.0.0.0/8" or "2001:db8::/32".',
  });

export const Addresses = z
  .array(Address)
  .min(1)
  .max(addressesMax)
  .nullable()
  .optional()
  .describe('Allowed IP addresses and CIDR ranges, such as "203.0.113.7"; null allows any address.');

/** Stored addresses: each once, in the form that PostgreSQL gives it, a range by its first address. */
export function keptAddresses(texts: readonly string[] | null | undefined): Sql {
  if (texts === null || texts === undefined) return sql`null::text[]`;
  const ranges = texts.flatMap((text) => rangeOf(text) ?? []).map(({ address, bits }) => `${address}/${bits}`);
  return sql`(
    select array_agg(distinct case when masklen(range) = case family(range) when 4 then 32 else 128 end then host(range)
      else network(range)::text end)
    from unnest(${ranges}::inet[]) as range)`;
}
