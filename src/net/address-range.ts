import { BlockList, isIP, isIPv4, SocketAddress } from 'node:net';

export type Range = { readonly address: string; readonly version: 4 | 6; readonly bits: number };

/** IPv4 that is written as IPv6, such as `::ffff:10.0.0.0/104`, is IPv4. */
const mapped = '::ffff:';
const mappedBits = 96;
const bitsOf = { 4: 32, 6: 128 } as const;

/** Parses an address, or a range such as `10.0.0.0/8`; undefined for anything else. */
export function rangeOf(text: string): Range | undefined {
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

/** True for an address in one of the ranges; an unknown address is in none. */
export function comesFrom(ip: string | undefined, texts: readonly string[]): boolean {
  const address = plainOf(ip ?? '');
  if (address === undefined) return false;
  const family = isIPv4(address) ? 'ipv4' : 'ipv6';
  return listsOf(texts)[family].check(address, family);
}

type Lists = Readonly<Record<'ipv4' | 'ipv6', BlockList>>;
/** A credential is remembered for a while, and each of its calls would make the same lists again. */
const made = new WeakMap<readonly string[], Lists>();

/** A list for each family: one that holds both takes `::/0` for every address of IPv4 as well. */
function listsOf(texts: readonly string[]): Lists {
  const known = made.get(texts);
  if (known !== undefined) return known;
  const lists: Lists = { ipv4: new BlockList(), ipv6: new BlockList() };
  for (const { address, version, bits } of texts.flatMap((text) => rangeOf(text) ?? [])) {
    lists[`ipv${version}`].addSubnet(address, bits, `ipv${version}`);
  }
  made.set(texts, lists);
  return lists;
}
