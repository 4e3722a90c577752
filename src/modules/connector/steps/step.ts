import { z } from 'zod';
import { type FieldError, validationFailed } from '../../../operation/errors.ts';
import { isForPeople } from '../../../operation/for-people.ts';
import { onlyMakesCalls, type Operation } from '../../../operation/operation.ts';
import { isStepReference, stepReference } from '../../../operation/step-reference.ts';
import { Id } from '../../../wire/index.ts';
import { actionNamed } from '../actions.ts';

export const stepsMax = 20;
/** As many as a person who approves them can be shown. */
export const stepValuesMax = 400;
/** Of a step in the units of the rate limit: what is work of its own would hold its locks for the steps behind it. */
const costMax = 20;

export const Steps = z.strictObject({
  steps: z
    .array(
      z.strictObject({
        action: z.string().max(64).describe('The name of a write, such as create_client.'),
        arguments: z
          .record(z.string().max(100), z.unknown())
          .default({})
          .describe(
            'Its arguments. {"$step": 1, "field": "id"} stands for what step 1 answers there; ' +
              '`lines.0.id` reaches deeper.',
          ),
      }),
    )
    .min(1)
    .max(stepsMax)
    .describe('In this order. Every step sees what those before it have written.'),
  practice_id: Id('practice')
    .optional()
    .describe('The practice that these steps come from, which ends with them. promote_practice fills it in.'),
});
export type Step = z.output<typeof Steps>['steps'][number];

export type StepCall = { readonly operation: Operation; readonly given: Step['arguments'] };

/** The calls of the steps, once nothing about them can be refused that can be known before the first is made. */
export function callsOf(steps: readonly Step[]): StepCall[] {
  const faults: FieldError[] = [];
  const calls = steps.flatMap(({ action, arguments: given }, index): StepCall[] => {
    const place = `/steps/${index}`;
    const operation = actionNamed(action);
    const fault = faultOf(action, operation);
    if (fault !== undefined) faults.push({ pointer: `${place}/action`, ...fault });
    faults.push(...referenceFaults(given, `${place}/arguments`, index));
    return operation === undefined ? [] : [{ operation, given }];
  });
  const values = steps.reduce((sum, { arguments: given }) => sum + valuesIn(given), 0);
  if (values > stepValuesMax) {
    const message = `Write at most ${stepValuesMax} values in all steps together; these have ${values}.`;
    faults.push({ pointer: '/steps', code: 'too_many_values', message });
  }
  const [first] = faults;
  if (first !== undefined) throw validationFailed({ errors: faults, hint: first.message });
  return calls;
}

type Fault = Pick<FieldError, 'code' | 'message'>;

/** Why an action is no step, by its name; undefined where it is one. */
function faultOf(name: string, operation: Operation | undefined): Fault | undefined {
  if (operation === undefined) {
    return { code: 'unknown_action', message: `There is no action ${JSON.stringify(name)}.` };
  }
  const why = whyNoStep(operation);
  return why === undefined ? undefined : { code: 'not_a_step', message: `${name} cannot be a step: ${why}` };
}

/** Why an operation is no step; undefined where it is one. */
export function whyNoStep(operation: Operation): string | undefined {
  if (operation.effect === 'read') return 'it only reads. Call it first, and write what it answers.';
  if (operation.ofPractice === true) return 'it is about a practice. Call it alone.';
  if (operation.steps === true) return 'it takes steps itself. Write its steps here.';
  if (onlyMakesCalls(operation)) return 'it takes back what others wrote. Call it alone.';
  if (operation.stepUp === true) return 'a person confirms it with a second factor. Call it alone.';
  if (operation.previewable === false) return 'it has no preview. Call it alone.';
  if (operation.secretInput !== undefined) return 'it takes or answers a secret. Call it alone.';
  if (isForPeople(operation)) return 'only a person may. Call it alone.';
  if (operation.prepare !== undefined || operation.unaudited !== undefined) {
    return 'it reads a file or asks a server before it writes. Call it alone.';
  }
  if (!operation.permission.includes(':')) return 'it is about your own account. Call it alone.';
  if ((operation.cost ?? 1) > costMax) return 'it is work over many records. Call it alone.';
  return undefined;
}

function referenceFaults(value: unknown, pointer: string, index: number): FieldError[] {
  if (typeof value !== 'object' || value === null) return [];
  if (isStepReference(value)) {
    const reference = stepReference(value);
    if (reference !== undefined && reference.$step >= 1 && reference.$step <= index) return [];
    const earlier = index === 0 ? 'The first step has no step before it.' : `Write a step from 1 to ${index}.`;
    const message = `${earlier} A reference reads {"$step": 1, "field": "id"}.`;
    return [{ pointer, code: 'wrong_reference', message }];
  }
  return Object.entries(value).flatMap(([key, inner]) => referenceFaults(inner, `${pointer}/${key}`, index));
}

/** How many single values an input has. */
export function valuesIn(value: unknown): number {
  if (typeof value !== 'object' || value === null || isStepReference(value)) return 1;
  return Object.values(value).reduce<number>((sum, inner) => sum + valuesIn(inner), 0);
}

/** What the steps of an input count as, in the units of the rate limit; whatever it is, since it is not checked yet. */
export function costOfSteps(input: unknown): number {
  const steps = typeof input === 'object' && input !== null && 'steps' in input ? input.steps : undefined;
  if (!Array.isArray(steps)) return 1;
  const costs = steps.slice(0, stepsMax).map((step: unknown) => {
    const name = typeof step === 'object' && step !== null && 'action' in step ? step.action : undefined;
    return (typeof name === 'string' ? actionNamed(name)?.cost : undefined) ?? 1;
  });
  return Math.max(
    1,
    costs.reduce((sum, cost) => sum + cost, 0),
  );
}
