const groupsOfAddress = 8;
const groupsOfNetwork = 4;

/**
 * The network by which callers are counted. A customer of IPv6 has a whole /64 to call from; IPv4, also when it is
 * written as IPv6, is taken as it is.
 */
export function networkOf(ip: string): string {
  if (!ip.includes(':') || ip.includes('.')) return ip.replace(/^::ffff:/i, '');
  const [head = [], tail = []] = ip.split('%', 1)[0]?.split('::').map(groupsOf) ?? [];
  const zeros = Array.from({ length: Math.max(0, groupsOfAddress - head.length - tail.length) }, () => '0');
  return [...head, ...zeros, ...tail].slice(0, groupsOfNetwork).join(':');
}

function groupsOf(text: string): string[] {
  return text === '' ? [] : text.split(':').map((group) => group.toLowerCase().replace(/^0+(?=.)/, ''));
}
