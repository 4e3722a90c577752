import { BlockList } from 'node:net';

/**
 * Reserved ranges of IPv4 by the IANA registries: this host and its networks, carriers, translation, tests, the future.
 */
const reservedV4: readonly (readonly [network: string, bits: number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
];

/** Of IPv6 all but 2000::/3, with what carries an IPv4 address inside, and of that block what is set aside. */
const reservedV6: readonly (readonly [network: string, bits: number])[] = [
  ...belowPublic(),
  ['4000::', 2],
  ['8000::', 1],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
];

/**
 * The blocks that together are ::/3 without ::ffff:0:0/96. That one stands for IPv4 as a whole: a list that held it
 * would hold every IPv4 address, and without it the rules of IPv4 are applied to the addresses that are mapped there.
 */
function belowPublic(): (readonly [network: string, bits: number])[] {
  const mapped = 0xffffn << 32n;
  const beside = Array.from({ length: 93 }, (_, index) => 128n - BigInt(index + 4));
  // Each agrees with the mapped block up to a bit, differs there, and holds whatever follows.
  return beside.map((bit) => [textOf(((mapped >> bit) ^ 1n) << bit), 128 - Number(bit)]);
}

function textOf(address: bigint): string {
  const hex = address.toString(16).padStart(32, '0');
  return (hex.match(/.{4}/g) ?? []).join(':');
}

/** Addresses that nobody outside this machine and its networks has. A mapped IPv4 address counts as one of them. */
export const nonPublicAddresses = listOf(reservedV4, reservedV6);

function listOf(
  v4: readonly (readonly [network: string, bits: number])[],
  v6: readonly (readonly [network: string, bits: number])[],
): BlockList {
  const list = new BlockList();
  for (const [network, bits] of v4) list.addSubnet(network, bits, 'ipv4');
  for (const [network, bits] of v6) list.addSubnet(network, bits, 'ipv6');
  return list;
}
