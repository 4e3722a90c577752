import type { Toolset } from '../../modules/connector/index.ts';
import type { Action } from './action.ts';
import { meantBy, stemsOf } from './search-words.ts';

type Sought = {
  readonly query?: string | undefined;
  readonly toolset?: Toolset | undefined;
};

/** Actions that fit the words best, the catalogue's order among equals; all of them when nothing is asked. */
export function findActions(actions: readonly Action[], { query = '', toolset }: Sought): Action[] {
  const words = stemsOf(query);
  const rarity = rarityIn(actions);
  return actions
    .filter((action) => toolset === undefined || action.toolset === toolset)
    .map((action) => ({ action, score: scoreOf(action, words, rarity) }))
    .filter(({ score }) => words.length === 0 || score > 0)
    .toSorted((a, b) => b.score - a.score)
    .map(({ action }) => action);
}

const nameWeight = 4;
const toolsetWeight = 2;
/** Weight of a synonym, relative to the word itself. */
const likenessWeight = 0.7;

/** Rare words tell more than common ones, and a name that the words say whole more than one they say a part of. */
function scoreOf(action: Action, words: readonly string[], rarity: (word: string) => number): number {
  const { name, text, toolset } = wordsOf(action);
  const said = new Set<string>();
  let score = 0;
  for (const word of words) {
    const found = [word, ...meantBy(word)].map((meant) => {
      const weight = name.has(meant) ? nameWeight : toolset.has(meant) ? toolsetWeight : text.has(meant) ? 1 : 0;
      const told = Math.min(rarity(word), rarity(meant));
      return { meant, score: weight * told * (meant === word ? 1 : likenessWeight) };
    });
    const best = found.reduce((most, one) => (one.score > most.score ? one : most));
    if (name.has(best.meant)) said.add(best.meant);
    score += best.score;
  }
  return score * (1 + said.size / name.size);
}

type Words = Readonly<Record<'name' | 'text' | 'toolset', ReadonlySet<string>>>;
const known = new WeakMap<Action, Words>();

function wordsOf(action: Action): Words {
  let words = known.get(action);
  if (words === undefined) {
    const { name, description, toolset } = action;
    words = { name: new Set(stemsOf(name)), text: new Set(stemsOf(description)), toolset: new Set(stemsOf(toolset)) };
    known.set(action, words);
  }
  return words;
}

/** Weight of a word: the fewer actions have it, the more it tells. */
function rarityIn(actions: readonly Action[]): (word: string) => number {
  const rarities = new Map<string, number>();
  return (word) => {
    let rarity = rarities.get(word);
    if (rarity === undefined) {
      const having = actions.filter((action) => Object.values(wordsOf(action)).some((words) => words.has(word))).length;
      rarity = Math.log(1 + actions.length / (1 + having));
      rarities.set(word, rarity);
    }
    return rarity;
  };
}
