import type { Problem } from '../api/call.ts';
import { words } from '../words/index.ts';

/** A refusal in a sentence for people: hints that name fields and operations are for programs. */
export function said({ status, hint, detail, title }: Problem): string {
  if (status === 0) return words.value.offline;
  return hint === undefined || hint.includes('`') ? (detail ?? title) : hint;
}
