/** Finds clients and suppliers by the name and the account that a line names. */
import type { Party } from './model.ts';
import { likeness, nameWords } from './names.ts';

export type Payer = {
  readonly id: string;
  readonly name: string;
  readonly likeness: number;
  readonly isKnownAccount: boolean;
};

const alike = 0.75;
export const same = 0.9;
/** An account that pays for so many is that of somebody who collects for others. */
const sharedBy = 3;

export class Parties {
  readonly #byId = new Map<string, { readonly name: string; readonly names: readonly (readonly string[])[] }>();
  readonly #byWord = new Map<string, Set<string>>();
  readonly #byAccount = new Map<string, Set<string>>();

  constructor(parties: readonly Party[]) {
    for (const { id, names, accounts } of parties) {
      const words = names.map(nameWords);
      this.#byId.set(id, { name: names[0] ?? '', names: words });
      for (const word of words.flat()) note(this.#byWord, beginning(word), id);
      for (const account of accounts) this.learn(account, id);
    }
  }

  /** Keeps that this account paid for that party. */
  learn(account: string, party: string): void {
    note(this.#byAccount, account, party);
  }

  /** Whoever the line may be of, the likeliest first. */
  payersOf({ name, account }: { readonly name: string | null; readonly account: string | null }): Payer[] {
    const words = nameWords(name ?? '');
    const byAccount = this.#byAccount.get(account ?? '') ?? new Set<string>();
    const known = byAccount.size < sharedBy ? byAccount : new Set<string>();
    const ids = new Set([...known, ...words.flatMap((word) => [...(this.#byWord.get(beginning(word)) ?? [])])]);
    return [...ids]
      .map((id) => this.#payer(id, words, known.has(id)))
      .filter((payer) => payer.isKnownAccount || payer.likeness >= alike)
      .toSorted((a, b) => Number(b.isKnownAccount) - Number(a.isKnownAccount) || b.likeness - a.likeness);
  }

  #payer(id: string, words: readonly string[], isKnownAccount: boolean): Payer {
    const party = this.#byId.get(id);
    const best = Math.max(0, ...(party?.names ?? []).map((name) => likeness(words, name)));
    return { id, name: party?.name ?? '', likeness: best, isKnownAccount };
  }
}

const indexedLength = 4;

/** Names that banks cut are found by how their words begin. */
function beginning(word: string): string {
  return word.slice(0, indexedLength);
}

function note(groups: Map<string, Set<string>>, key: string, id: string): void {
  const group = groups.get(key);
  if (group === undefined) groups.set(key, new Set([id]));
  else group.add(id);
}
