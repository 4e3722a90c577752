import type { EntryOf, AuditFields } from '../audit/index.ts';
import type { Client } from '../clients/index.ts';

/** Fields of a client, of their contacts and of mails to them that say something about a person. */
const personal: ReadonlySet<string> = new Set([
  'display_name',
  'legal_name',
  'first_name',
  'last_name',
  'email',
  'phone',
  'phone_normalized',
  'website',
  'contacts',
  'billing_address',
  'shipping_addresses',
  'tax_ids',
  'e_invoicing',
  'external_id',
  'notes_internal',
  'notes_public',
  'metadata',
  'custom_fields',
  'tags',
]);
const ofMails: ReadonlySet<string> = new Set(['to', 'recipient', 'recipient_name', 'subject', 'message']);

/** Shorter ones are in every second text. */
const lengthMin = 5;
const masked = '•••';

/** Every text that fields about a person hold, such as addresses and names, in lower case. */
export function personalTexts(records: readonly unknown[]): ReadonlySet<string> {
  const found = new Set<string>();
  for (const record of records) collect(record, false, found);
  return found;
}

/** Texts that only this client has: their names, mail addresses and telephone numbers. */
export function namesOf({ display_name, legal_name, email, phone, contacts }: Client): string[] {
  const all = [
    display_name,
    legal_name,
    email,
    phone,
    ...contacts.flatMap((contact) => [contact.email, contact.phone]),
  ];
  return all.flatMap((text) => (text !== null && text.length >= lengthMin ? text.toLowerCase() : []));
}

function collect(value: unknown, isPersonal: boolean, found: Set<string>): void {
  if (typeof value === 'string') {
    if (isPersonal && value.length >= lengthMin) found.add(value.toLowerCase());
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  for (const [name, item] of Object.entries(value)) {
    // Ids, kinds and countries say nothing of anybody, and words of tags stand everywhere.
    const says = isPersonal ? !/^(id|type|country|receives|tags)$|_id$/.test(name) : personal.has(name);
    collect(item, says && name !== 'tags', found);
  }
}

/** A line without what it says about a person; undefined where it says nothing. */
export function withoutPersonal(entry: EntryOf, texts: ReadonlySet<string>, client: string): EntryOf | undefined {
  const fields = entry.target === client ? personal : ofMails;
  const cut = (value: unknown) => without(value, fields, texts);
  const told: AuditFields = { input: cut(entry.input), before: cut(entry.before), after: cut(entry.after) };
  const { input, before, after } = entry;
  return JSON.stringify(told) === JSON.stringify({ input, before, after }) ? undefined : { ...entry, ...told };
}

function without(value: unknown, fields: ReadonlySet<string>, texts: ReadonlySet<string>): unknown {
  if (typeof value === 'string') return holds(value, texts) ? masked : value;
  if (Array.isArray(value)) return value.map((item) => without(item, fields, texts));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [
      name,
      fields.has(name) && !isEmpty(item) ? masked : without(item, fields, texts),
    ]),
  );
}

function holds(value: string, texts: ReadonlySet<string>): boolean {
  if (value.length < lengthMin) return false;
  const folded = value.toLowerCase();
  return [...texts].some((text) => folded.includes(text));
}

function isEmpty(value: unknown): boolean {
  return value === null || value === '' || (typeof value === 'object' && Object.keys(value).length === 0);
}
