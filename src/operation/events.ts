import type { z } from 'zod';

export type EventKind = { readonly type: string; readonly data: z.ZodType };
export type Emitted = { readonly type: string; readonly data: unknown };

/** Declares a domain event. Calling the result builds one, so that no event name is ever typed twice. */
export function event<Data extends z.ZodType>(
  type: string,
  data: Data,
): EventKind & ((value: z.output<Data>) => Emitted) {
  return Object.assign((value: z.output<Data>) => ({ type, data: value }), { type, data });
}
