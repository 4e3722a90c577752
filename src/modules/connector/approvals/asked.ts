import { z } from 'zod';
import { BusinessError } from '../../../operation/errors.ts';
import type { Context, Operation } from '../../../operation/operation.ts';
import { isStepReference, stepReference } from '../../../operation/step-reference.ts';
import { readerOf } from '../../../operation/record-readers.ts';

/** A value of a request, at its place in the input (`scope.location_ids.0`), and the record that it names, in words. */
export const RequestedValue = z.object({
  field: z.string(),
  value: z.string(),
  name: z.string().nullable().describe('If the value is an id: the number and name of the record.'),
});
export type RequestedValue = z.output<typeof RequestedValue>;

const valuesMax = 60;
const namesMax = 20;
const lengthMax = 500;
const id = /^([a-z]+)_[0-9a-z]{26}$/;

/**
 * Values of the request, with the names of the records that they refer to: the approver sees a person or a payee, and
 * not an id. Read with the permissions of the requester, so that it discloses nothing more.
 */
export async function requestedValues(context: Context, input: object, most = valuesMax): Promise<RequestedValue[]> {
  const leaves = leavesOf(input).slice(0, most);
  const ids = [...new Set(leaves.map(({ value }) => value).filter((value) => id.test(value)))].slice(0, namesMax);
  const names = new Map<string, string | null>();
  for (const one of ids) names.set(one, await nameOf(context, one));
  return leaves.map(({ field, value }) => ({
    field,
    value: value.slice(0, lengthMax),
    name: names.get(value) ?? null,
  }));
}

type Leaf = { readonly field: string; readonly value: string };

function leavesOf(value: unknown, field = ''): Leaf[] {
  if (value === undefined) return [];
  if (isStepReference(value)) return [{ field, value: inWords(value) }];
  if (typeof value !== 'object' || value === null) {
    return [{ field, value: typeof value === 'string' ? value : JSON.stringify(value) }];
  }
  const entries = Object.entries(value);
  if (entries.length === 0) return field === '' ? [] : [{ field, value: JSON.stringify(value) }];
  return entries.flatMap(([key, inner]) => leavesOf(inner, field === '' ? key : `${field}.${key}`));
}

/** What an earlier step answers, which has no value before it is done. */
function inWords(value: Readonly<Record<string, unknown>>): string {
  const { $step, field } = stepReference(value) ?? {};
  return `${field ?? '?'} of step ${$step ?? '?'}`;
}

async function nameOf(context: Context, value: string): Promise<string | null> {
  const found = readerOf(id.exec(value)?.[1] ?? '');
  if (found === undefined) return null;
  try {
    return nameIn(await read(context, found.reader, value));
  } catch (error) {
    if (error instanceof BusinessError) return null;
    throw error;
  }
}

async function read(context: Context, operation: Operation, value: string): Promise<unknown> {
  const { actor, origin } = context;
  return (await context.carryOut({ operation, request: { actor, origin, input: { id: value }, dryRun: true } })).output;
}

function nameIn(record: unknown): string | null {
  const fields = new Map(Object.entries(record ?? {}));
  const named = ['display_name', 'name', 'title', 'client_name', 'supplier_name', 'email'].find((key) =>
    fields.get(key),
  );
  const words = [fields.get('number'), fields.get(named ?? '')].filter((word) => typeof word === 'string');
  return words.length === 0 ? null : words.join(' ');
}
