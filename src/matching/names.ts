/** Similarity of two names. Banks cut names, drop accents, and leave out or add the legal form. */
import { folded } from '../core/fold.ts';

const legalForms = new Set(
  (
    'gmbh ug ag kg ohg gbr eg ev e v k ek kgaa se mbh haftungsbeschrankt co cie und and et ltd limited plc llp llc ' +
    'inc corp corporation company sa sarl sas sasu eurl snc bv nv vof bvba srl spa sl slu as asa ab oy oyj aps doo ' +
    'sp z o oo sro kft herr frau mr mrs ms dr the'
  ).split(' '),
);
const beginningMin = 4;

/** Words of a name that tell it from others, without legal forms and with umlauts in either spelling. */
export function nameWords(name: string): string[] {
  const words = folded(name)
    .replaceAll(/([aou])e/g, '$1')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
  const telling = words.filter((word) => !legalForms.has(word) && !/^[a-z]$/.test(word));
  return telling.length === 0 ? words : telling;
}

/** 0 to 1: the share of words that both have. A word that was cut counts as whole. */
export function likeness(left: readonly string[], right: readonly string[]): number {
  if (left.length === 0 || right.length === 0) return 0;
  const rest = [...right];
  let common = 0;
  for (const word of left) {
    const found = rest.findIndex((other) => isSame(word, other));
    if (found === -1) continue;
    rest.splice(found, 1);
    common += 1;
  }
  return (2 * common) / (left.length + right.length);
}

function isSame(left: string, right: string): boolean {
  const [short, long] = left.length <= right.length ? [left, right] : [right, left];
  return short === long || (short.length >= beginningMin && long.startsWith(short));
}
