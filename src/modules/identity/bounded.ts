/** A map that forgets what it has known longest when it is full. */
export type Bounded<Key, Value> = {
  get(key: Key): Value | undefined;
  set(key: Key, value: Value): void;
  /** Forgets every value that the condition holds for. */
  drop(condition: (value: Value) => boolean): void;
};

export function bounded<Key, Value>(sizeMax: number): Bounded<Key, Value> {
  const entries = new Map<Key, Value>();
  return {
    get: (key) => entries.get(key),
    set(key, value) {
      entries.delete(key);
      const [oldest] = entries.keys();
      if (entries.size >= sizeMax && oldest !== undefined) entries.delete(oldest);
      entries.set(key, value);
    },
    drop(condition) {
      for (const [key, value] of entries) if (condition(value)) entries.delete(key);
    },
  };
}
