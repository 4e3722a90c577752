import type { Problem } from '../api/call.ts';
import { words } from '../words/index.ts';

/** A refusal in a sentence for people: hints that name fields and operations are for programs. */
export function said({ status, code, hint, detail, title }: Problem): string {
  if (status === 0) return words.value.offline;
  // Sent twice and typed in between: what was sent first had arrived, and nobody heard of it.
  if (code === 'idempotency_key_reused') return words.value.unsent.arrived;
  return hint === undefined || hint.includes('`') ? (detail ?? title) : hint;
}
