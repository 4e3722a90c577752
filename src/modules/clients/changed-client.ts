import type { z } from 'zod';
import { type Money, moneyFrom } from '../../core/money.ts';
import { actorStamp } from '../../operation/actor.ts';
import { validationFailed } from '../../operation/errors.ts';
import type { Context } from '../../operation/operation.ts';
import { changedAddress, sent } from '../../wire/index.ts';
import type { ClientPatch, NewClient } from './client-input.ts';
import { noEInvoicing } from './store.ts';
import type { Client } from './client.ts';
import { contactsFrom } from './contact.ts';
import { normalizedPhone } from './phone.ts';
import { taxIdsFrom } from '../../wire/tax-id.ts';

export type ClientChange = Omit<ClientPatch, 'id' | 'version'>;
type Creation = Omit<z.output<typeof NewClient>, 'allow_duplicate'> & { readonly number: string };

export function newClient(context: Context, input: Creation): Client {
  const stamp = actorStamp(context.actor);
  const unborn: Client = {
    ...blank,
    id: context.newId(),
    organization_id: context.organization,
    number: input.number,
    type: input.type,
    display_name: input.display_name,
    // A member with a limited scope is assigned the clients they add.
    assigned_to: context.actor.scope === undefined ? null : context.actor.memberId,
    created_at: context.now,
    updated_at: context.now,
    created_by: stamp,
    updated_by: stamp,
  };
  return changedClient(context, unborn, input);
}

/** The client as it will be: what was sent replaces what was, and what follows from it is worked out. */
export function changedClient(context: Context, current: Client, change: ClientChange): Client {
  const { contacts, tax_ids, billing_address, shipping_addresses, credit_limit, phone, e_invoicing, ...plain } = change;
  const client: Client = { ...current, ...sent(plain), ...touch(context, current) };
  if (phone !== undefined) {
    client.phone = phone;
    client.phone_normalized = phone === null ? null : normalizedPhone(phone);
  }
  if (contacts !== undefined) client.contacts = contactsFrom(context, contacts, current.contacts);
  if (tax_ids !== undefined) client.tax_ids = taxIdsFrom(tax_ids, current.tax_ids);
  client.billing_address = changedAddress(current.billing_address, billing_address);
  if (shipping_addresses !== undefined) client.shipping_addresses = shipping_addresses;
  if (credit_limit !== undefined) {
    client.credit_limit = credit_limit && creditLimit(context, client, credit_limit);
    client.credit_limit_currency = client.credit_limit?.currency ?? null;
  }
  client.e_invoicing = { ...current.e_invoicing, ...sent(e_invoicing ?? {}) };
  client.roles = distinct(client.roles);
  client.group_ids = distinct(client.group_ids);
  client.default_tax_rate_ids = distinct(client.default_tax_rate_ids);
  client.tags = distinct(client.tags);
  return client;
}

export function touch(context: Context, { version }: Client): Pick<Client, 'version' | 'updated_at' | 'updated_by'> {
  return { version: version + 1, updated_at: context.now, updated_by: actorStamp(context.actor) };
}

function creditLimit(
  { actor }: Context,
  { currency }: Client,
  limit: NonNullable<ClientChange['credit_limit']>,
): Money {
  const money = moneyFrom(limit, currency ?? actor.organization?.baseCurrency ?? '');
  if (money !== undefined) return money;
  const message = 'Send no more decimals than the currency has.';
  throw validationFailed({ errors: [{ pointer: '/credit_limit', code: 'wrong_scale', message }], hint: message });
}

function distinct<Item>(items: readonly Item[]): Item[] {
  return [...new Set(items)];
}

type Given =
  | 'id'
  | 'organization_id'
  | 'number'
  | 'type'
  | 'display_name'
  | 'assigned_to'
  | 'created_at'
  | 'updated_at'
  | 'created_by'
  | 'updated_by';

/** Version 0, because the change that makes it counts as one. */
const blank: Omit<Client, Given> = {
  status: 'active',
  legal_name: null,
  first_name: null,
  last_name: null,
  lifecycle: 'active',
  roles: ['customer'],
  email: null,
  phone: null,
  phone_normalized: null,
  website: null,
  contacts: [],
  billing_address: null,
  shipping_addresses: [],
  tax_ids: [],
  tax_status: 'taxable',
  default_tax_rate_ids: [],
  dimension_value_ids: [],
  currency: null,
  payment_terms: null,
  language: null,
  e_invoicing: noEInvoicing,
  discount_percent: null,
  price_list_id: null,
  credit_limit: null,
  credit_limit_currency: null,
  credit_hold: false,
  group_ids: [],
  do_not_contact: false,
  notes_internal: null,
  notes_public: null,
  parent_id: null,
  merged_into_id: null,
  external_id: null,
  metadata: {},
  custom_fields: {},
  tags: [],
  version: 0,
  archived_at: null,
  erased_at: null,
};

/** A client of whom nothing is left but how the books name and count them. */
export function emptied(client: Client): Client {
  const { number, version, roles, lifecycle, tax_status, currency, merged_into_id } = client;
  return {
    ...client,
    ...blank,
    version,
    roles,
    lifecycle,
    tax_status,
    currency,
    merged_into_id,
    status: 'archived',
    do_not_contact: true,
    display_name: `Erased client ${number}`,
  };
}
