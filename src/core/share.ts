import { at } from './list.ts';
import { divide, type RoundingMode } from './rounding.ts';

/**
 * Shares `total` out in proportion to `weights`, by largest remainder, ties to the lowest position.
 *
 * The shares always sum to the total, none is off by a whole unit, and none has another sign than the total. Weights
 * may all be negative, as on a credit note, but not mixed. Where all are zero, every position counts the same.
 */
export function shareOut(total: bigint, weights: readonly bigint[]): bigint[] {
  if (weights.length === 0 && total !== 0n) throw new RangeError(`nobody to share ${total} among`);
  const { magnitudes, sum } = magnitudesOf(weights);
  const amount = total < 0n ? -total : total;
  const shares: bigint[] = [];
  const remainders: bigint[] = [];
  let left = amount;
  for (const magnitude of magnitudes) {
    const exact = amount * magnitude;
    const share = exact / sum;
    shares.push(share);
    remainders.push(exact - share * sum);
    left -= share;
  }
  if (left > 0n) giveToLargest(shares, remainders, left);
  return total < 0n ? shares.map((share) => -share) : shares;
}

/**
 * The share of the part `from`…`to` of a whole, when the parts before it have had theirs by the same rule.
 *
 * Rounds the running total and subtracts what went before, so that however a sale is returned or paid in pieces, the
 * pieces sum to it exactly and no later piece changes an earlier one.
 */
export function sliceOf(
  total: bigint,
  part: { readonly from: bigint; readonly to: bigint; readonly of: bigint },
  mode: RoundingMode = 'half_up',
): bigint {
  return divide(total * part.to, part.of, mode) - divide(total * part.from, part.of, mode);
}

/**
 * Value of the next part of a debt, or of a payment, in another currency: the value of all so far by the same rule as
 * {@link sliceOf}, less what was `taken` of it. So the last part leaves nothing behind, even where parts before it were
 * taken back. Never below zero, and never more than is left.
 */
export function nextSlice(
  worth: bigint,
  part: { readonly from: bigint; readonly by: bigint; readonly of: bigint; readonly taken: bigint },
): bigint {
  const { from, by, of, taken } = part;
  // A whole of nothing, such as a sale that was given away, has no parts that are worth anything.
  if (of === 0n) return 0n;
  const left = worth - taken;
  const next = sliceOf(worth, { from: 0n, to: from + by, of }) - taken;
  return next < 0n ? 0n : next > left ? left : next;
}

function magnitudesOf(weights: readonly bigint[]): { magnitudes: readonly bigint[]; sum: bigint } {
  let positive = 0n;
  let negative = 0n;
  for (const weight of weights) {
    if (weight < 0n) negative -= weight;
    else positive += weight;
  }
  if (positive > 0n && negative > 0n) throw new RangeError('weights of both signs share nothing out');
  if (positive > 0n) return { magnitudes: weights, sum: positive };
  if (negative > 0n) return { magnitudes: weights.map((weight) => -weight), sum: negative };
  return { magnitudes: weights.map(() => 1n), sum: BigInt(weights.length) };
}

/**
 * Fewer units are left than positions have a remainder, so nobody gets two and what weighs nothing gets none. Sorting
 * is stable, so of equal remainders the lowest position is served first.
 */
function giveToLargest(shares: bigint[], remainders: readonly bigint[], left: bigint): void {
  const inTurn = Array.from(remainders.entries()).toSorted(([, a], [, b]) => (a === b ? 0 : a < b ? 1 : -1));
  for (const [position] of inTurn.slice(0, Number(left))) shares[position] = at(shares, position) + 1n;
}
