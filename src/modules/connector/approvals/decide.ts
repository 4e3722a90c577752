import { forbidden } from '../../../operation/errors.ts';
import type { Context } from '../../../operation/operation.ts';

/** A token may not decide on requests of tokens, whatever its permissions. */
export function mustBePerson({ actor }: Context): void {
  if (actor.kind !== 'user') throw forbidden({ detail: 'Only a signed-in person can approve or reject this.' });
}
