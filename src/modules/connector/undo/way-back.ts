import type { Operation } from '../../../operation/operation.ts';
import type { Leftover, UndoStep, Written } from '../../../operation/undo.ts';
import { actionNamed } from '../actions.ts';

/** One call of the way back, and the operation it calls. */
export type Step = {
  readonly operation: Operation;
  readonly input: UndoStep['input'];
  readonly leaves: Leftover | undefined;
  /** Done with the same input where that is refused for what happened since. */
  readonly otherwise: Pick<Step, 'operation' | 'leaves'> | undefined;
};

/**
 * Steps that undo a write, as its operation declares them; empty where nothing undoes it exactly. Nothing where nothing
 * does so exactly.
 */
export function wayBack(operation: Operation | undefined, written: Written): Step[] {
  const steps = operation?.undo?.(written) ?? [];
  const { unaudited = [] } = operation ?? {};
  const known = steps.flatMap(({ operation: name, input, leaves, otherwise }): Step[] => {
    const called = actionNamed(name);
    const instead = otherwise && actionNamed(otherwise.operation);
    // A value of which the audit log keeps only the length cannot be restored.
    const isWhole = unaudited.every((field) => !Object.hasOwn(input, field));
    return called !== undefined && isWhole && called.input.safeParse(input).success
      ? [{ operation: called, input, leaves, otherwise: instead && { ...otherwise, operation: instead } }]
      : [];
  });
  return known.length === steps.length ? known : [];
}
