import type { z } from 'zod';
import { validationError } from '../../operation/validation.ts';

/** The arguments of a tool call, not validated yet. */
export type Arguments = Readonly<Record<string, unknown>>;

/** Arguments of a tool that is no operation, or a refusal that says what to write. */
export function parse<Schema extends z.ZodType>(schema: Schema, given: Arguments): z.output<Schema> {
  const parsed = schema.safeParse(given, { reportInput: true });
  if (!parsed.success) throw validationError(parsed.error, schema);
  return parsed.data;
}
