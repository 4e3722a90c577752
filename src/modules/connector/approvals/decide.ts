import { forbidden } from '../../../operation/errors.ts';
import type { Context } from '../../../operation/operation.ts';

/** Whatever a token may do, it may not decide on what tokens asked for. */
export function mustBePerson({ actor }: Context): void {
  if (actor.kind !== 'user') throw forbidden({ detail: 'Only a signed-in person can approve or reject this.' });
}
