/** Possible meanings of a word or an expression, each with its certainty between 0 and 1. */
export type Meanings = ReadonlyMap<string, number>;

/** A word stands for itself at full weight, for its synonyms at less. */
export const certainty = {
  itself: 1,
  form: 0.95,
  slip: 0.9,
  part: 0.9,
  synonym: 0.85,
  start: 0.75,
  otherForm: 0.7,
  loose: 0.45,
} as const;

/** Keeps the greater of two weights. */
export function raise(all: Map<string, Map<string, number>>, key: string, meaning: string, weight: number): void {
  const meanings = all.get(key) ?? new Map<string, number>();
  meanings.set(meaning, Math.max(weight, meanings.get(meaning) ?? 0));
  all.set(key, meanings);
}

export function union(all: readonly (Meanings | undefined)[]): Meanings {
  const most = new Map<string, number>();
  for (const meanings of all) {
    for (const [meaning, weight] of meanings ?? []) most.set(meaning, Math.max(weight, most.get(meaning) ?? 0));
  }
  return most;
}

export function scaled(meanings: Meanings, by: number): Meanings {
  return new Map([...meanings].map(([meaning, weight]) => [meaning, weight * by]));
}
