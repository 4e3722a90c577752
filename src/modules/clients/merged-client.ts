import type { Client } from './client.ts';
import type { Pair } from './client-merge.ts';
import { taxIdKey } from '../../wire/tax-id.ts';

const contactsMax = 20;
const addressesMax = 20;
const tagsMax = 50;
const notesLengthMax = 5_000;

/** The client that is left: what it says stays, what it does not say is taken from the other. */
export function merged({ from, into }: Pair, isBelow: boolean): Client {
  const filled = Object.fromEntries(filledFields.map((field) => [field, into[field] ?? from[field]]));
  return {
    ...into,
    ...filled,
    ...(into.credit_limit === null ? limitOf(from) : limitOf(into)),
    parent_id: parentOf({ from, into }, isBelow),
    roles: union(into.roles, from.roles),
    group_ids: union(into.group_ids, from.group_ids).slice(0, tagsMax),
    tags: union(into.tags, from.tags).slice(0, tagsMax),
    contacts: contactsOf({ from, into }),
    shipping_addresses: distinct([...into.shipping_addresses, ...from.shipping_addresses]).slice(0, addressesMax),
    tax_ids: [...into.tax_ids, ...from.tax_ids.filter((id) => !into.tax_ids.some((own) => sameTaxId(own, id)))],
    notes_internal: together(into.notes_internal, from.notes_internal),
    notes_public: together(into.notes_public, from.notes_public),
    custom_fields: { ...from.custom_fields, ...into.custom_fields },
    metadata: { ...from.metadata, ...into.metadata },
    do_not_contact: into.do_not_contact || from.do_not_contact,
    credit_hold: into.credit_hold || from.credit_hold,
  };
}

const filledFields = [
  ...(['legal_name', 'first_name', 'last_name', 'email', 'phone', 'phone_normalized', 'website'] as const),
  ...(['billing_address', 'currency', 'payment_terms', 'language', 'discount_percent', 'price_list_id'] as const),
  ...(['assigned_to'] as const),
] as const;

function limitOf({ credit_limit, credit_limit_currency }: Client): Partial<Client> {
  return { credit_limit, credit_limit_currency };
}

/** Nobody is above themselves once the two are one: who was below the other is then below whoever that one was. */
function parentOf({ from, into }: Pair, isBelow: boolean): string | null {
  const above = isBelow ? from.parent_id : (into.parent_id ?? from.parent_id);
  return above === into.id || above === from.id ? null : above;
}

/** A person whom both know is one person; of the others none is primary but the one that was. */
function contactsOf({ from, into }: Pair): Client['contacts'] {
  const keyOf = ({ name, email }: Client['contacts'][number]) => `${name.toLowerCase()}\n${email?.toLowerCase() ?? ''}`;
  const known = new Set(into.contacts.map(keyOf));
  const others = from.contacts.filter((contact) => !known.has(keyOf(contact)));
  const added = into.contacts.length === 0 ? others : others.map((one) => ({ ...one, is_primary: false }));
  return [...into.contacts, ...added].slice(0, contactsMax);
}

function sameTaxId(one: Client['tax_ids'][number], other: Client['tax_ids'][number]): boolean {
  return taxIdKey(one) === taxIdKey(other);
}

function together(one: string | null, other: string | null): string | null {
  if (one === null || other === null || one === other) return one ?? other;
  return `${one}\n\n${other}`.slice(0, notesLengthMax);
}

function union<Item>(own: readonly Item[], others: readonly Item[]): Item[] {
  return [...new Set([...own, ...others])];
}

function distinct<Item>(items: readonly Item[]): Item[] {
  return [...new Map(items.map((item) => [JSON.stringify(item), item])).values()];
}
