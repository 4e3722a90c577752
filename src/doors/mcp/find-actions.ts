import type { Toolset } from '../../modules/connector/index.ts';
import type { Action } from './action.ts';

type Sought = {
  readonly query?: string | undefined;
  readonly toolset?: Toolset | undefined;
  readonly limit: number;
};

/** Actions that fit the words best, the catalogue's order among equals; all of them when nothing is asked. */
export function findActions(actions: readonly Action[], { query = '', toolset, limit }: Sought): Action[] {
  const words = stems(query);
  return actions
    .filter((action) => toolset === undefined || action.toolset === toolset)
    .map((action) => ({ action, score: scoreOf(action, words) }))
    .filter(({ score }) => words.length === 0 || score > 0)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, limit)
    .map(({ action }) => action);
}

const nameWeight = 4;
const toolsetWeight = 2;

function scoreOf({ name, description, toolset }: Action, words: readonly string[]): number {
  const inName = stems(name);
  const inText = stems(description);
  const inToolset = stems(toolset);
  let score = 0;
  for (const word of words) {
    if (inName.includes(word)) score += nameWeight;
    if (inToolset.includes(word)) score += toolsetWeight;
    if (inText.includes(word)) score += 1;
  }
  return score;
}

/** Words in lower case, singular as far as a plural ends in s: `Invoices` and `invoice` are one. */
function stems(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.map((word) =>
    word.length > 3 && word.endsWith('s') ? word.replace(/(?:ies|s)$/, (end) => (end === 'ies' ? 'y' : '')) : word,
  );
}
