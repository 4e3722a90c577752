import { listCustomFields } from './list-custom-fields.ts';
import { fieldsMax } from './custom-field.ts';
import { fieldKindOf } from './kinds.ts';
import type { Operation } from '../../operation/operation.ts';

type Call = { readonly operation: Operation; readonly input: object };

/** Operation that lists the custom fields of an operation; undefined where it has none. */
export function fieldsOf(operation: Operation): Call | undefined {
  const kind = fieldKindOf(operation);
  const { input } = operation;
  if (kind === undefined || !('shape' in input) || !('custom_fields' in (input.shape as object))) return undefined;
  const fields = ['key', 'label', 'type', 'required', 'choices', 'description'];
  return { operation: listCustomFields, input: { kind: [kind], fields, limit: fieldsMax } };
}
