import type { z } from 'zod';
import { idIn, prefixOfExample } from '../wire/index.ts';
import { BusinessError, type FieldError, validationFailed } from './errors.ts';
import type { Operation } from './operation.ts';
import { readerOf } from './record-readers.ts';
import { within } from './schema-at.ts';

/** Reads the record with an id as the caller would. */
type Read = (reader: Operation, id: string) => Promise<unknown>;

/**
 * Refuses ids that a list or a report was narrowed by and that the caller finds no record by: an empty answer would
 * read as if nothing had happened. Done here for every operation, because a new filter would be forgotten in its own,
 * and only where the answer has no rows, so that what is found costs nothing more. It asks what the caller could ask
 * as well: whoever may not read such records goes on being answered with nothing.
 */
export async function refuseUnknown(operation: Operation, asked: unknown, output: unknown, read: Read): Promise<void> {
  if (!saysNothing(operation, output)) return;
  const errors: FieldError[] = [];
  const hints = new Set<string>();
  for (const { field, id, prefix } of idsIn(operation, asked)) {
    const found = readerOf(prefix);
    if (found === undefined || !(await isUnknown(() => read(found.reader, id)))) continue;
    const kind = found.reader.name.replace(/^get_/, '').replaceAll('_', ' ');
    errors.push({ pointer: `/${field}`, code: 'not_found', message: `There is no such ${kind}.` });
    if (found.list !== undefined) hints.add(found.list.name);
  }
  if (errors.length === 0) return;
  const hint = [...hints].map((list) => `${list} finds those that there are.`).join(' ');
  throw validationFailed({ errors, ...(hint === '' ? {} : { hint }) });
}

/** Whether what was found does not show that there is what the filters name: only the rows of a list do. */
function saysNothing({ http }: Operation, output: unknown): boolean {
  if (!http.startsWith('GET ')) return false;
  if (http.startsWith('GET /reports/') || typeof output !== 'object' || output === null) return true;
  return !('data' in output && Array.isArray(output.data) && output.data.length > 0);
}

async function isUnknown(read: () => Promise<unknown>): Promise<boolean> {
  try {
    await read();
    return false;
  } catch (error) {
    if (error instanceof BusinessError) return error.kind.code === 'not_found';
    throw error;
  }
}

type AskedId = { readonly field: string; readonly id: string; readonly prefix: string };

/** The ids that were sent beside those that the path takes, which name what is read. */
function idsIn({ http, input }: Operation, asked: unknown): AskedId[] {
  const shape = 'shape' in input ? (input.shape as Readonly<Record<string, z.ZodType>>) : {};
  return Object.entries(asked as Readonly<Record<string, unknown>>).flatMap(([field, value]) => {
    const schema = shape[field];
    if (typeof value !== 'string' || schema === undefined || http.includes(`{${field}}`)) return [];
    // What has to be named is no filter: it is what is read, and not found by the operation itself.
    if (!schema.safeParse(undefined).success) return [];
    const prefixes = within(schema).flatMap((one) => prefixOfExample(one.meta()?.['examples']) ?? []);
    return prefixes.flatMap((prefix) => {
      const id = idIn(prefix, value);
      return id === undefined ? [] : [{ field, ...id }];
    });
  });
}
