import { z } from 'zod';
import { refusal } from '../../operation/errors.ts';
import { Email, Name } from '../../wire/index.ts';
import type { Client } from '../clients/index.ts';
import type { DocumentRecord } from '../documents/index.ts';

const recipientsMax = 20;
export const subjectMax = 200;
export const placeholderHint = 'Can use the placeholders {{number}}, {{total}}, {{due}} and others';

/** A name stands in a header of the mail, so it is one line. */
export const HeaderText = (max: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(max)
    .regex(/^\P{Cc}*$/u, { error: 'Write one line, without control characters.' });

const RecipientInput = z.strictObject({
  email: Email,
  name: Name.pipe(HeaderText(255)).optional(),
});
export const RecipientInputs = z.array(RecipientInput).min(1).max(recipientsMax);

export type Recipient = { readonly email: string; readonly name: string | null };

export const noRecipient = refusal(
  'no_recipient',
  422,
  'The document has no recipient.',
  'Name recipients in `to`, or give the client a contact with an email address.',
);

type Kind = Client['contacts'][number]['receives'][number];

const own = ['quote', 'credit_note', 'receipt', 'statement'] as const;

/** Kind of document for the choice of contacts: other types go to the recipients of invoices. */
export function kindOf(type: DocumentRecord['type']): Kind {
  return own.find((kind) => kind === type) ?? 'invoice';
}

/**
 * Recipients among the contacts of a client: those that receive the first of these kinds that anybody receives; where
 * there is none the first contact, and else the client's own address. Nobody of a client who does not want to be
 * contacted.
 */
export function recipientsOf(client: Client, ...kinds: readonly Kind[]): Recipient[] {
  if (client.do_not_contact) {
    throw noRecipient({ hint: 'The client has opted out of contact. Name recipients in `to` to send it anyway.' });
  }
  const receiving = kinds.map((kind) => client.contacts.filter(({ receives }) => receives.includes(kind)));
  const primary = client.contacts.filter(({ is_primary: isPrimary }) => isPrimary);
  const found = [...receiving, primary].map(reachable).find((some) => some.length > 0);
  if (found !== undefined) return found.slice(0, recipientsMax);
  if (client.email === null) throw noRecipient();
  return [{ email: client.email, name: null }];
}

function reachable(contacts: Client['contacts']): Recipient[] {
  return contacts.flatMap(({ email, name }) => (email === null ? [] : [{ email, name }]));
}

/** Each address once. */
export function distinct(recipients: readonly Recipient[]): Recipient[] {
  return [...new Map(recipients.map((recipient) => [recipient.email, recipient])).values()];
}
