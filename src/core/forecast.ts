/** Forecasts a series from its level and its seasons. Ratios and estimates, no money: sixteen digits are enough. */
export type Estimate = {
  readonly amount: bigint;
  /** Between these, four times of five; undefined where there is too little to say. */
  readonly low: bigint | undefined;
  readonly high: bigint | undefined;
  /** Usual ratio of this interval to the mean; undefined where no like interval is known. */
  readonly index: number | undefined;
};

/** Standard deviations around an estimate that hold four of five cases. */
const deviations = 1.28;
const residualsMin = 2;

/**
 * Each amount by the mean of the last `season` up to it: 1.2 where it is a fifth above. Undefined until there are as
 * many, and where the mean is not above zero.
 */
export function seasonalIndexes(amounts: readonly bigint[], season: number): (number | undefined)[] {
  return amounts.map((amount, index) => {
    const level = levelAt(amounts, index, season);
    return level === undefined || level <= 0 ? undefined : Number(amount) / level;
  });
}

/**
 * The next amounts: the mean of the last `season`, times how much its kind of interval was of that mean before.
 *
 * Undefined where there is not one whole season. Low and high are as far off as the same rule was for what is known.
 */
export function forecast(
  amounts: readonly bigint[],
  { season, ahead }: { readonly season: number; readonly ahead: number },
): Estimate[] | undefined {
  const level = levelAt(amounts, amounts.length - 1, season);
  if (level === undefined) return undefined;
  const indexes = seasonalIndexes(amounts, season);
  const margin = deviations * (deviationOf(amounts, indexes, season) ?? Number.NaN);
  return Array.from({ length: ahead }, (_, step): Estimate => {
    const index = indexBefore(indexes, amounts.length + step, season);
    const estimate = level * (index ?? 1);
    const bound = (off: number) => (Number.isNaN(margin) ? undefined : BigInt(Math.round(estimate + off)));
    return { amount: BigInt(Math.round(estimate)), low: bound(-margin), high: bound(margin), index };
  });
}

function levelAt(amounts: readonly bigint[], at: number, season: number): number | undefined {
  if (at < season - 1) return undefined;
  return Number(amounts.slice(at - season + 1, at + 1).reduce((total, amount) => total + amount, 0n)) / season;
}

/** The mean index of the intervals that are whole seasons before this one. */
function indexBefore(indexes: readonly (number | undefined)[], at: number, season: number): number | undefined {
  const same: number[] = [];
  for (let place = at - season; place >= 0; place -= season) {
    const index = indexes[place];
    if (index !== undefined) same.push(index);
  }
  return same.length === 0 ? undefined : same.reduce((total, index) => total + index, 0) / same.length;
}

/** Deviation of the rule from each amount that it could have forecast. */
function deviationOf(
  amounts: readonly bigint[],
  indexes: readonly (number | undefined)[],
  season: number,
): number | undefined {
  const squares = amounts.flatMap((amount, at) => {
    const level = levelAt(amounts, at - 1, season);
    return level === undefined ? [] : [(Number(amount) - level * (indexBefore(indexes, at, season) ?? 1)) ** 2];
  });
  return squares.length < residualsMin
    ? undefined
    : Math.sqrt(squares.reduce((total, square) => total + square, 0) / squares.length);
}
