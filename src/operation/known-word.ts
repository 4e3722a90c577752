import { z } from 'zod';
import { nearestOf } from '../core/nearest.ts';

const wordMax = 100;
const nearestMax = 5;

/** A word that a filter knows: a list asked for any other would be empty, as if there were nothing of what is meant. */
export function knownWord(what: string, known: () => Iterable<string>) {
  return z
    .string()
    .trim()
    .min(1)
    .max(wordMax)
    .superRefine((word, issues) => {
      const words = [...known()];
      if (words.includes(word)) return;
      const near = nearestOf(word, words, nearestMax).join(', ');
      issues.addIssue({ code: 'custom', message: `There is no such ${what}. The nearest are: ${near}.` });
    });
}
