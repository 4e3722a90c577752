import { setImmediate as nextTurn } from 'node:timers/promises';

/** Rows of a file that are worked on before others get their turn: a few milliseconds, however wide they are. */
export const rowsPerSlice = 200;
/** Letters that are taken apart before others get their turn. */
export const lettersPerSlice = 32_768;

/** The same as `map`, of the rows of a file that a stranger sent: they may be so many that nobody else is answered. */
export async function mapInSlices<Item, Result>(
  items: readonly Item[],
  each: (item: Item, index: number) => Result,
): Promise<Result[]> {
  const results: Result[] = [];
  for (const [index, item] of items.entries()) {
    if (index > 0 && index % rowsPerSlice === 0) await nextTurn();
    results.push(each(item, index));
  }
  return results;
}

/** The same as `flatMap`. */
export async function flatMapInSlices<Item, Result>(
  items: readonly Item[],
  each: (item: Item, index: number) => readonly Result[],
): Promise<Result[]> {
  return (await mapInSlices(items, each)).flat();
}

/** The same as `Map.groupBy`. */
export async function groupInSlices<Item>(
  items: readonly Item[],
  keyOf: (item: Item) => string,
): Promise<Map<string, Item[]>> {
  const keys = await mapInSlices(items, keyOf);
  return Map.groupBy(items, (_, index) => keys[index] ?? '');
}

/** A text in parts, a turn of the others before each but the first. No letter of two units is cut in two. */
export async function* partsInSlices(text: string): AsyncGenerator<string> {
  for (let from = 0; from < text.length;) {
    if (from > 0) await nextTurn();
    const end = from + lettersPerSlice;
    const to = isSecondHalf(text, end) ? end + 1 : end;
    yield text.slice(from, to);
    from = to;
  }
}

function isSecondHalf(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return unit >= 0xdc00 && unit <= 0xdfff;
}
