/** A wrong call is answered with a correct one, in every tool and for every field. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { catalogue } from '../../src/catalogue.ts';
import { type Action, actionOf } from '../../src/doors/mcp/action.ts';
import { repaired } from '../../src/doors/mcp/retry-with.ts';
import { BusinessError } from '../../src/operation/errors.ts';
import { validationError } from '../../src/operation/validation.ts';
import { choicesOf, isSchema, type Schema } from '../support/id-fields.ts';

const actions = catalogue.map(actionOf).filter((action) => action !== undefined);

/** The refusal of an input, as the tool throws it. */
function refusalOf({ operation, name }: Action, input: object): BusinessError {
  const parsed = operation.input.safeParse(input, { reportInput: true });
  assert.equal(parsed.success, false, `${name} took ${JSON.stringify(input)}`);
  const refusal = validationError(parsed.error, operation.input);
  assert.ok(refusal instanceof BusinessError);
  return refusal;
}

function saidOf(refusal: BusinessError, field: string): string {
  const about = refusal.details.errors?.filter(({ pointer }) => `${pointer}/`.startsWith(`/${field}/`)) ?? [];
  return about.map(({ message }) => message).join(' ');
}

type Slip = {
  readonly action: Action;
  readonly field: string;
  readonly value: unknown;
  /** Condition on the message. */
  readonly says: (message: string) => boolean;
  /** The intended value, where that is beyond doubt. */
  readonly meant?: unknown;
};

/** With a letter too many in its middle. */
const misspelt = (choice: string) => `${choice.slice(0, 3)}x${choice.slice(3)}`;

function slipsOf(action: Action): Slip[] {
  const fields = Object.entries(propertiesOf(action));
  return fields.flatMap(([field, whole]): Slip[] =>
    [whole, ...choicesOf(whole)].flatMap((schema): Slip[] => {
      const item = isSchema(schema['items']) ? schema['items'] : undefined;
      const [choices, listed] = [textsIn(schema['enum']), textsIn(item?.['enum'])];
      const example = String(Array.isArray(schema['examples']) ? schema['examples'][0] : '');
      const [choice = '', first = ''] = [choices.find(isLong), listed.find(isLong)];
      return [
        ...(choice === '' ? [] : [{ value: misspelt(choice), says: namesOneOf(choices), meant: choice }]),
        ...(first === '' ? [] : [{ value: [misspelt(first)], says: namesOneOf(listed) }]),
        ...(schema['format'] === 'date'
          ? [{ value: '31.12.2026', says: (said: string) => said.includes('YYYY-MM-DD'), meant: '2026-12-31' }]
          : []),
        ...(/^\d+\.\d+$/.test(example)
          ? [{ value: 19.5, says: (said: string) => /"\d/.test(said), meant: '19.5' }]
          : []),
      ].map((slip) => ({ action, field, ...slip }));
    }),
  );
}

const isLong = (choice: string) => choice.length >= 7;
const textsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
const namesOneOf = (choices: readonly string[]) => (said: string) => choices.some((choice) => said.includes(choice));

function propertiesOf({ inputSchema }: Action): Record<string, Schema> {
  // The schema of an input lists its fields.
  return (inputSchema['properties'] ?? {}) as Record<string, Schema>;
}

const added = new Set(['idempotency_key', 'dry_run', 'plan', 'full']);
const slips = actions.flatMap(slipsOf).filter(({ field }) => !added.has(field));

test('a misspelt choice, a day in another order and money as a number are answered with what to write', () => {
  assert.ok(slips.length >= 500, `${slips.length} slips`);
  const silent = slips
    .filter(({ action, field, value, says }) => !says(saidOf(refusalOf(action, { [field]: value }), field)))
    .map(({ action, field, value }) => `${action.name} ${field} ${JSON.stringify(value)}`);
  assert.deepEqual(silent, []);
});

test('a field that does not exist is answered with those that do', () => {
  const silent = actions
    .filter((action) => {
      const fields = Object.keys(propertiesOf(action)).filter((field) => !added.has(field));
      const said = saidOf(refusalOf(action, { no_such_field: 1 }), 'no_such_field');
      return fields.length === 0 ? !said.includes('takes no fields') : !fields.some((field) => said.includes(field));
    })
    .map(({ name }) => name);
  assert.deepEqual(silent, []);
});

test('where the rest of a call is right, the call that works comes along', () => {
  const complete = slips.filter(
    ({ action, meant }) => meant !== undefined && action.operation.input.safeParse({}).success,
  );
  assert.ok(complete.length >= 80, `${complete.length} slips`);
  const wrong = complete.flatMap(({ action, field, value, meant }) => {
    const refused = { error: refusalOf(action, { [field]: value }), today: '2026-11-22', currency: 'EUR' };
    const fixed = repaired(action.operation, { [field]: value }, refused);
    return fixed?.[field] === meant ? [] : [`${action.name} ${field}: ${JSON.stringify(fixed)} for ${String(meant)}`];
  });
  assert.deepEqual(wrong, []);
});

test('control: a refusal that says nothing is seen to', () => {
  const [slip] = slips;
  assert.ok(slip);
  assert.equal(slip.says('Invalid input'), false);
});
