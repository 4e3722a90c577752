/** The element that must be there: a hole in a list of amounts is a bug, never a zero. */
export function at<T>(list: readonly T[], position: number): T {
  const element = list[position];
  if (element === undefined) throw new RangeError(`nothing at position ${position} of ${list.length}`);
  return element;
}

export function sum(values: readonly bigint[]): bigint {
  let total = 0n;
  for (const value of values) total += value;
  return total;
}
