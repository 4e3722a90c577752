import { z } from 'zod';
import { notFound } from '../../operation/errors.ts';
import type { Context } from '../../operation/operation.ts';
import { Email, Id, Name, Phone, Text } from '../../wire/index.ts';

const contactsMax = 20;
const documentKinds = ['invoice', 'receipt', 'quote', 'credit_note', 'statement', 'reminder'] as const;

/** A person at a client. */
export const Contact = z.object({
  id: Id('contact'),
  name: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  role: z.string().nullable(),
  is_primary: z.boolean(),
  receives: z.array(z.enum(documentKinds)),
});
export type Contact = z.output<typeof Contact>;

export const ContactInput = z.strictObject({
  id: Id('contact').optional().describe('ID of an existing contact; leave it out for a new one.'),
  name: Name,
  email: Email.nullable().optional(),
  phone: Phone.nullable().optional(),
  role: Text(100).nullable().optional(),
  is_primary: z.boolean().optional(),
  receives: z.array(z.enum(documentKinds)).max(documentKinds.length).optional(),
});
export type ContactInput = z.output<typeof ContactInput>;

export const ContactInputs = z
  .array(ContactInput)
  .max(contactsMax)
  .refine((contacts) => contacts.filter(({ is_primary }) => is_primary === true).length <= 1, {
    error: 'Mark only one contact as primary; without a mark, the first one is.',
  });

/** The contacts as they will be kept: each with an id, and exactly one primary if there are any. */
export function contactsFrom(
  context: Context,
  inputs: readonly ContactInput[],
  current: readonly Contact[],
): Contact[] {
  const primary = Math.max(
    inputs.findIndex(({ is_primary }) => is_primary === true),
    0,
  );
  const known = new Set(current.map(({ id }) => id));
  return inputs.map((input, index) => ({
    id: input.id === undefined ? context.newId() : takeKnown(known, input.id, index),
    name: input.name,
    email: input.email ?? null,
    phone: input.phone ?? null,
    role: input.role ?? null,
    is_primary: index === primary,
    receives: [...new Set(input.receives)],
  }));
}

/** Each id may be used once, and only where it already was this client's: callers do not choose ids. */
function takeKnown(known: Set<string>, id: string, index: number): string {
  if (known.delete(id)) return id;
  const pointer = `/contacts/${index}/id`;
  throw notFound({ errors: [{ pointer, code: 'not_found', message: 'The contact was not found on this client.' }] });
}
