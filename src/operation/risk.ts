import { isStepReference } from './step-reference.ts';

/**
 * Calls of an operation: all of them (`true`), or those whose input has one of these fields, or one of these values in
 * a field. An operation says of itself by it what an AI client only asks for.
 */
export type Calls = true | Readonly<Record<string, true | readonly unknown[]>>;

/** Returns whether a call with this input is one of those. What an earlier step answers may be any value. */
export function isAmong(calls: Calls | undefined, input: Readonly<Record<string, unknown>>): boolean {
  if (calls === undefined || calls === true) return calls === true;
  return Object.entries(calls).some(([field, values]) => {
    const value = Object.hasOwn(input, field) ? input[field] : undefined;
    return value !== undefined && (values === true || values.includes(value) || isStepReference(value));
  });
}
