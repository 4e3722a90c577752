import { absolute } from './absolute.ts';
import { at, sum } from './list.ts';
import { divide, type RoundingMode } from './rounding.ts';

/**
 * Shares `total` out in proportion to `weights`, by largest remainder, ties to the lowest position.
 *
 * The shares always sum to the total, and none is off by a whole unit. Weights of one sign, be it the negative one of a
 * credit note, give shares of the sign of the total; where all are zero, every position counts the same. Where goods
 * that are taken back stand among those that are sold, their shares have the other sign: 10 % of 100 and −20 is
 * 10 and −2.
 */
export function shareOut(total: bigint, weights: readonly bigint[]): bigint[] {
  if (weights.length === 0 && total !== 0n) throw new RangeError(`nobody to share ${total} among`);
  const { parts, whole } = proportions(weights);
  const amount = absolute(total);
  const shares: bigint[] = [];
  const remainders: bigint[] = [];
  let left = amount;
  for (const part of parts) {
    const exact = amount * part;
    // Down, whichever sign it has, so that what is left over is to be given out.
    const remainder = ((exact % whole) + whole) % whole;
    const share = (exact - remainder) / whole;
    shares.push(share);
    remainders.push(remainder);
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

/** Weights of a sum above zero. */
function proportions(weights: readonly bigint[]): { readonly parts: readonly bigint[]; readonly whole: bigint } {
  const whole = sum(weights);
  if (whole !== 0n) return { parts: whole < 0n ? weights.map((weight) => -weight) : weights, whole: absolute(whole) };
  // Weights that cancel out have no proportion but that of their magnitudes.
  const magnitudes = weights.map(absolute);
  const all = sum(magnitudes);
  return all === 0n
    ? { parts: weights.map(() => 1n), whole: BigInt(weights.length) }
    : { parts: magnitudes, whole: all };
}

/**
 * Fewer units are left than positions have a remainder, so nobody gets two and what weighs nothing gets none. Sorting
 * is stable, so of equal remainders the lowest position is served first.
 */
function giveToLargest(shares: bigint[], remainders: readonly bigint[], left: bigint): void {
  const inTurn = Array.from(remainders.entries()).toSorted(([, a], [, b]) => (a === b ? 0 : a < b ? 1 : -1));
  for (const [position] of inTurn.slice(0, Number(left))) shares[position] = at(shares, position) + 1n;
}
