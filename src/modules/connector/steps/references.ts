import { validationFailed } from '../../../operation/errors.ts';
import { isStepReference, stepReference } from '../../../operation/step-reference.ts';

/**
 * The arguments of a step with what earlier steps answered in place of its references. Only a single value is taken
 * over: a whole record, step after step, would grow without end.
 */
export function resolved<Value>(value: Value, answers: readonly unknown[]): Value {
  const walk = (node: unknown, pointer: string): unknown => {
    if (typeof node !== 'object' || node === null) return node;
    if (isStepReference(node)) return valueOf(node, answers, pointer);
    if (Array.isArray(node)) return node.map((item, index) => walk(item, `${pointer}/${index}`));
    return Object.fromEntries(Object.entries(node).map(([key, item]) => [key, walk(item, `${pointer}/${key}`)]));
  };
  // Only references are exchanged, each for one value.
  return walk(value, '') as Value;
}

function valueOf(node: Readonly<Record<string, unknown>>, answers: readonly unknown[], pointer: string): unknown {
  const { $step = 0, field = '' } = stepReference(node) ?? {};
  const found = field.split('.').reduce<unknown>(
    (place, part) => {
      const isThere = typeof place === 'object' && place !== null && Object.hasOwn(place, part);
      return isThere ? (place as Readonly<Record<string, unknown>>)[part] : undefined;
    },
    answers[$step - 1],
  );
  if (typeof found === 'string' || typeof found === 'number' || typeof found === 'boolean') return found;
  const name = JSON.stringify(field);
  const message = `Step ${$step} answers no single value in ${name}. It has ${fieldsOf(answers[$step - 1])}.`;
  throw validationFailed({ errors: [{ pointer, code: 'wrong_reference', message }], hint: message });
}

const namesMax = 40;

function fieldsOf(answer: unknown): string {
  const names = Object.keys(typeof answer === 'object' && answer !== null ? answer : {});
  return names.length === 0 ? 'no fields' : names.slice(0, namesMax).join(', ');
}
