import type { StepReference } from '../../../operation/step-reference.ts';
import type { Step } from '../steps/step.ts';
import type { KeptWrite } from './practice.ts';

/**
 * The writes of a practice as steps on the real books. What an earlier one made up there has another id here: it is
 * referred to by the field of that step's answer.
 */
export function stepsOf(writes: readonly Pick<KeptWrite, 'action' | 'arguments' | 'made'>[]): Step[] {
  const made = new Map<string, StepReference>();
  return writes.map(({ action, arguments: given, made: ids }, index) => {
    const step = { action, arguments: referring(given, made) };
    for (const [id, field] of Object.entries(ids)) {
      if (!made.has(id)) made.set(id, { $step: index + 1, field });
    }
    return step;
  });
}

function referring<Value>(value: Value, made: ReadonlyMap<string, StepReference>): Value {
  const walk = (node: unknown): unknown => {
    if (typeof node === 'string') return made.get(node) ?? node;
    if (Array.isArray(node)) return node.map(walk);
    if (typeof node !== 'object' || node === null) return node;
    return Object.fromEntries(Object.entries(node).map(([key, item]) => [key, walk(item)]));
  };
  // Only ids are exchanged, each for one reference.
  return walk(value) as Value;
}
