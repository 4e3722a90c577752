/**
 * Words by which a text speaks to a model, in the languages that the service is read in. Folded: without case and
 * accents. Those of scripts with spaces are whole words or, with a star, beginnings of words; others stand anywhere.
 */
export type InstructionWords = {
  /** Names of the model itself. */
  readonly machine: readonly string[];
  /** Verbs that set rules aside: to ignore, to forget, to bypass. */
  readonly override: readonly string[];
  /** Nouns that such verbs take: instructions, rules, approvals. */
  readonly rule: readonly string[];
  /** That nobody is to be told or asked. */
  readonly conceal: readonly string[];
  /** Verbs of a command. */
  readonly command: readonly string[];
  /** Objects of a command. */
  readonly object: readonly string[];
  /** Words of wish, generality or urgency: please, must, all, at once. */
  readonly stress: readonly string[];
};

/** Words with commas between them, over as many lines as they take. */
export function list(words: string): readonly string[] {
  return words.split(',').map((word) => word.trim().replaceAll(/\s+/g, ' '));
}
