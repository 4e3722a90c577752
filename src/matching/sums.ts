import { descending } from '../core/order.ts';
/** Items that come to an amount together. */

const itemsMax = 20;
const triesMax = 200_000;

/**
 * The only set of two or more positive amounts that comes to the sum, as positions. Undefined where there is none or
 * more than one, and where there are too many to tell.
 */
export function onlySubset(amounts: readonly bigint[], sum: bigint): number[] | undefined {
  if (amounts.length > itemsMax) return undefined;
  const order = amounts.map((amount, position) => ({ amount, position })).toSorted(descending(({ amount }) => amount));
  const rest = order.map((_, from) => order.slice(from).reduce((total, { amount }) => total + amount, 0n));
  const found: number[][] = [];
  let tries = 0;
  const search = (from: number, left: bigint, chosen: readonly number[]): boolean => {
    if (left === 0n) {
      if (chosen.length > 1) found.push([...chosen]);
      return found.length < 2;
    }
    tries += 1;
    if (tries > triesMax) return false;
    if (left < 0n || from === order.length || (rest[from] ?? 0n) < left) return true;
    const next = order[from];
    if (next === undefined) return true;
    return search(from + 1, left - next.amount, [...chosen, next.position]) && search(from + 1, left, chosen);
  };
  const isComplete = search(0, sum, []);
  return isComplete && found.length === 1 ? found[0]?.toSorted((a, b) => a - b) : undefined;
}
