import type { Action } from '../action.ts';

/**
 * Every action by area in as few words as tell it: those of one noun share it, so that `create|get_client` are two
 * names. Four hundred of them cost a model less than one long schema.
 */
export function indexOf(actions: readonly Action[]): string {
  const areas = Map.groupBy(actions, ({ toolset }) => toolset);
  const lines = [...areas].map(([area, ofArea]) => `${area}: ${namesOf(ofArea).join(' ')}`);
  return ['Names by area; a|b_c stands for a_c and b_c.', ...lines].join('\n');
}

function namesOf(actions: readonly Action[]): string[] {
  const nouns = Map.groupBy(actions, ({ name }) => nounOf(name));
  return [...nouns].map(([noun, ofNoun]) => {
    if (noun === '') return ofNoun.map(({ name }) => name).join(' ');
    const verbs = ofNoun.map(({ name }) => name.slice(0, -noun.length - 1));
    return `${verbs.join('|')}_${noun}`;
  });
}

/** `search` and `connector_doctor` stand alone well enough. */
function nounOf(name: string): string {
  const at = name.indexOf('_');
  return at < 0 ? '' : name.slice(at + 1);
}
