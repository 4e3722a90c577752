/** Chance that can be told again: the same seed gives the same draws in the same order. */
export type Chance = {
  /** A whole number from `least` to `most`, both included. */
  between(least: number, most: number): number;
  /** True with this probability, in percent. */
  happens(percent: number): boolean;
  /** One of the items; each as likely as its weight, or as the others. */
  pick<Item>(items: readonly Item[], weightOf?: (item: Item) => number): Item;
};

export function chanceOf(seed: number): Chance {
  let state = seed >>> 0;
  /** Mulberry32: a fraction from 0 up to 1. */
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    between: (least, most) => least + Math.floor(next() * (most - least + 1)),
    happens: (percent) => next() * 100 < percent,
    pick: (items, weightOf = () => 1) => {
      let left = next() * items.reduce((sum, item) => sum + weightOf(item), 0);
      const found = items.find((item) => (left -= weightOf(item)) < 0) ?? items.at(-1);
      if (found === undefined) throw new RangeError('there is nothing to pick from');
      return found;
    },
  };
}
