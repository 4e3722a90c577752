import { BlockList, isIP, isIPv4, SocketAddress } from 'node:net';
import { z } from 'zod';
import { type Sql, sql } from '../../db/sql.ts';

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
  .describe(
    'The only addresses and ranges (CIDR) that it may be used from, such as "203.0.113.7"; null for everywhere.',
  );

type Range = { readonly address: string; readonly version: 4 | 6; readonly bits: number };

/** IPv4 that is written as IPv6, such as `::ffff:10.0.0.0/104`, is IPv4. */
const mapped = '::ffff:';
const mappedBits = 96;
const bitsOf = { 4: 32, 6: 128 } as const;

function rangeOf(text: string): Range | undefined {
  const [address = '', bits, ...more] = text.split('/');
  const plain = plainOf(address);
  if (plain === undefined || address.includes('%') || more.length > 0) return undefined;
  const version = isIPv4(plain) ? 4 : 6;
  const isMapped = version === 4 && !isIPv4(address);
  if (bits === undefined) return { address: plain, version, bits: bitsOf[version] };
  if (!/^(0|[1-9]\d{0,2})$/.test(bits)) return undefined;
  const count = Number(bits) - (isMapped ? mappedBits : 0);
  return count < 0 || count > bitsOf[version] ? undefined : { address: plain, version, bits: count };
}

/** An address in the one way that it is written. */
function plainOf(address: string): string | undefined {
  const version = isIP(address);
  if (version !== 6) return version === 4 ? address : undefined;
  const [unzoned = ''] = address.split('%');
  const plain = new SocketAddress({ address: unzoned, family: 'ipv6' }).address;
  const inner = plain.startsWith(mapped) ? plain.slice(mapped.length) : '';
  return isIPv4(inner) ? inner : plain;
}

/** What is kept of them: each once, in the form that PostgreSQL gives it, a range by its first address. */
export function keptAddresses(texts: readonly string[] | null | undefined): Sql {
  if (texts === null || texts === undefined) return sql`null::text[]`;
  const ranges = texts.flatMap((text) => rangeOf(text) ?? []).map(({ address, bits }) => `${address}/${bits}`);
  return sql`(
    select array_agg(distinct case when masklen(range) = case family(range) when 4 then 32 else 128 end then host(range)
      else network(range)::text end)
    from unnest(${ranges}::inet[]) as range)`;
}

/** Whether a call from this address is one from those; one from no address that is known is not. */
export function comesFrom(ip: string | undefined, texts: readonly string[]): boolean {
  const address = plainOf(ip ?? '');
  if (address === undefined) return false;
  const version = isIPv4(address) ? 4 : 6;
  const family = `ipv${version}` as const;
  const list = new BlockList();
  // A list that holds both families takes `::/0` for every address of IPv4 as well.
  for (const range of texts.flatMap((text) => rangeOf(text) ?? [])) {
    if (range.version === version) list.addSubnet(range.address, range.bits, family);
  }
  return list.check(address, family);
}
