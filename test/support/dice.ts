/** Chance that a seed decides. */
export type Dice = {
  /** A whole number below this. */
  readonly below: (limit: number) => number;
  readonly one: <Value>(of: readonly Value[]) => Value;
  /** An amount up to so many cents. */
  readonly amount: (cents: number) => string;
};

/** Mulberry32: small, and the same on every machine. */
export function diceOf(seed: number): Dice {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    below,
    one: (of) => {
      const found = of[below(of.length)];
      if (found === undefined) throw new RangeError('nothing to choose from');
      return found;
    },
    amount: (cents) => ((below(cents) + 1) / 100).toFixed(2),
  };
}
