/** Stands in the arguments of a step for a value that an earlier step of the same call answers. */
export type StepReference = { readonly $step: number; readonly field: string };

/** Returns whether a value is such a reference, whole or not: nothing else has a key of that name. */
export function isStepReference(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && Object.hasOwn(value, '$step');
}

/** The reference where it is whole. */
export function stepReference(value: Readonly<Record<string, unknown>>): StepReference | undefined {
  const { $step, field, ...rest } = value;
  const isWhole = Number.isSafeInteger($step) && typeof field === 'string' && Object.keys(rest).length === 0;
  return isWhole ? { $step: Number($step), field } : undefined;
}
