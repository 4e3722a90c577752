/**
 * Words by which a text speaks to a model, in the languages that the service is read in. Folded: without case and
 * accents. Those of scripts with spaces are whole words or, with a star, beginnings of words; others stand anywhere.
 */
export type InstructionWords = {
  /** Who is told: the model itself. */
  readonly machine: readonly string[];
  /** What undoes rules: to ignore, to forget, to bypass. */
  readonly override: readonly string[];
  /** What is to be undone: instructions, rules, approvals. */
  readonly rule: readonly string[];
  /** That nobody is to be told or asked. */
  readonly conceal: readonly string[];
  /** What is to be done, as a command. */
  readonly command: readonly string[];
  /** What it is to be done with. */
  readonly object: readonly string[];
  /** What makes a wish of it, or makes it general or urgent: please, must, all, at once. */
  readonly stress: readonly string[];
};

/** Words with commas between them, over as many lines as they take. */
export function list(words: string): readonly string[] {
  return words.split(',').map((word) => word.trim().replaceAll(/\s+/g, ' '));
}
