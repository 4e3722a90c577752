import { validationFailed } from '../../operation/errors.ts';
import type { CustomField } from './custom-field.ts';

/** Choices are of a choice, and a choice has some. */
export function checkChoices(type: CustomField['type'], choices: readonly string[] | undefined): void {
  const given = (choices ?? []).length > 0;
  if ((type === 'choice') === given) return;
  const message = given ? 'Only a field with choices takes choices.' : 'A field with choices needs at least one.';
  throw validationFailed({
    errors: [{ pointer: '/choices', code: given ? 'not_a_choice' : 'required', message }],
    hint: message,
  });
}
