/** Negative where the first comes first. */
type Order<Item> = (one: Item, other: Item) => number;
type Key = string | number | bigint;

/** The smallest first; texts by their code units. */
export function ascending<Item>(key: (item: Item) => Key): Order<Item> {
  return (one, other) => {
    const [mine, theirs] = [key(one), key(other)];
    if (mine === theirs) return 0;
    return mine < theirs ? -1 : 1;
  };
}

/** The largest first. */
export function descending<Item>(key: (item: Item) => Key): Order<Item> {
  const order = ascending(key);
  return (one, other) => order(other, one);
}

/** By the first order that tells two items apart. */
export function orderedBy<Item>(...orders: readonly Order<Item>[]): Order<Item> {
  return (one, other) => {
    for (const order of orders) {
      const found = order(one, other);
      if (found !== 0) return found;
    }
    return 0;
  };
}
