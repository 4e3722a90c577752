import type { DocumentFacts } from './facts.ts';

/** A whole number in JSON, which has no exact one: `{"$int":"928860"}`. */
const tag = '$int';

/** Facts as they are kept: what is read back is what was written, to the minor unit. */
export function writeFacts(facts: DocumentFacts): string {
  return JSON.stringify(facts, (_, value: unknown) => (typeof value === 'bigint' ? { [tag]: String(value) } : value));
}

/** Facts that {@link writeFacts} wrote, as text or as the database parsed them. */
export function readFacts(kept: unknown): DocumentFacts {
  const text = typeof kept === 'string' ? kept : JSON.stringify(kept);
  // Nobody else writes that column, and an issued document never changes.
  return JSON.parse(text, (_, value: unknown) => (isTagged(value) ? BigInt(value[tag]) : value)) as DocumentFacts;
}

function isTagged(value: unknown): value is { readonly [tag]: string } {
  return typeof value === 'object' && value !== null && tag in value && typeof value[tag] === 'string';
}
