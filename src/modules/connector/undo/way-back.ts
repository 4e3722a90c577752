import type { Operation } from '../../../operation/operation.ts';
import type { UndoStep, Written } from '../../../operation/undo.ts';
import { actionNamed } from '../actions.ts';

/** One call of the way back, and the operation it calls. */
export type Step = {
  readonly operation: Operation;
  readonly input: UndoStep['input'];
  /** Done with the same input where that is refused for what happened since. */
  readonly otherwise: Operation | undefined;
};

/** What takes a write back, as the write says of itself. Nothing where nothing does so exactly. */
export function wayBack(operation: Operation | undefined, written: Written): Step[] {
  const steps = operation?.undo?.(written) ?? [];
  const { unaudited = [] } = operation ?? {};
  const known = steps.flatMap(({ operation: name, input, otherwise }): Step[] => {
    const called = actionNamed(name);
    // What the audit log keeps only the length of cannot be written again.
    const isWhole = unaudited.every((field) => !Object.hasOwn(input, field));
    return called !== undefined && isWhole && called.input.safeParse(input).success
      ? [{ operation: called, input, otherwise: otherwise === undefined ? undefined : actionNamed(otherwise) }]
      : [];
  });
  return known.length === steps.length ? known : [];
}
