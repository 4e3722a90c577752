import { forbidden, notFound, validationFailed } from './errors.ts';
import { lacking } from './lacking.ts';
import type { Context } from './operation.ts';

/** One field that cannot be taken, and in `message` what to write instead. */
export function fault(pointer: string, code: string, message: string): Error {
  return validationFailed({ errors: [{ pointer, code, message }], hint: message });
}

/** Faults of the core are reasons in lower case, without a full stop. */
export function sentenceOf(reason: string): string {
  return `${reason.slice(0, 1).toUpperCase()}${reason.slice(1)}.`;
}

/** A field that names a record which is not there, or is another organisation's. */
export function missing(pointer: string, kind: string): Error {
  const message = `There is no such ${kind}.`;
  return notFound({ detail: message, errors: [{ pointer, code: 'not_found', message }] });
}

/** For what an operation does only sometimes; what it always does is its own permission. */
export function needPermission({ actor }: Context, permission: string): void {
  if (actor.permissions.has(permission)) return;
  throw lacking(actor, permission);
}

const withheld =
  'This covers all records of the organisation, and your `scope` is limited. Ask a member whose `scope` is `all`.';

/** Refuses whoever sees only some of the records that the call is about, as if their scope withheld the permission. */
export function needAllRecords({ actor }: Context, permission: string): void {
  if (actor.scope !== undefined) throw withheldBy(actor, permission);
}

export function withheldBy({ scope }: Context['actor'], permission: string): Error {
  return forbidden({ needs: permission, scope, hint: withheld });
}
