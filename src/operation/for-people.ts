import type { Operation } from './operation.ts';

/**
 * True where only a signed-in person may, and no program with a key of theirs: what needs a second factor, and unless
 * the operation says otherwise, the affairs of their own account, which are not offered to models either.
 */
export function isForPeople({ forPeople, stepUp, permission, mcp }: Operation): boolean {
  return stepUp === true || (forPeople ?? (permission === 'signed_in' && mcp === 'hidden'));
}
