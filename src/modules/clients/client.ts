import { z } from 'zod';
import { event } from '../../operation/events.ts';
import { refusal } from '../../operation/errors.ts';
import {
  Address,
  BuyerEInvoicing,
  ForeignName,
  ForeignText,
  Id,
  Instant,
  Money,
  Percent,
  recordFields,
} from '../../wire/index.ts';
import { Contact } from './contact.ts';
import { PaymentTerms } from './payment-terms.ts';
import { VerifiedTaxId } from '../../wire/tax-id.ts';

export const clientTypes = ['business', 'individual'] as const;
export const clientStatuses = ['active', 'archived'] as const;
export const lifecycles = ['lead', 'active', 'inactive', 'churned'] as const;
export const clientRoles = ['customer', 'supplier'] as const;
export const taxStatuses = ['taxable', 'exempt', 'reverse_charge'] as const;

export const Client = z.object({
  id: Id('client'),
  organization_id: Id('organization'),
  number: z.string(),
  type: z.enum(clientTypes),
  status: z.enum(clientStatuses),
  display_name: ForeignName,
  legal_name: ForeignName.nullable(),
  first_name: ForeignName.nullable(),
  last_name: ForeignName.nullable(),
  lifecycle: z.enum(lifecycles),
  roles: z.array(z.enum(clientRoles)),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  phone_normalized: z.string().nullable(),
  website: z.string().nullable(),
  contacts: z.array(Contact),
  billing_address: Address.nullable(),
  shipping_addresses: z.array(Address),
  tax_ids: z.array(VerifiedTaxId),
  tax_status: z.enum(taxStatuses),
  default_tax_rate_ids: z.array(Id('tax_rate')),
  dimension_value_ids: z.array(Id('dimension_value')),
  currency: z.string().nullable(),
  payment_terms: PaymentTerms.nullable(),
  language: z.string().nullable(),
  e_invoicing: BuyerEInvoicing,
  discount_percent: Percent.nullable(),
  price_list_id: Id('price_list').nullable(),
  credit_limit: Money.nullable(),
  credit_limit_currency: z.string().nullable(),
  credit_hold: z.boolean(),
  group_ids: z.array(Id('client_group')),
  do_not_contact: z.boolean(),
  notes_internal: ForeignText.nullable(),
  notes_public: ForeignText.nullable(),
  parent_id: Id('client').nullable(),
  assigned_to: Id('member').nullable().describe('The member assigned to the client.'),
  merged_into_id: Id('client').nullable().describe('The client that this one was merged into.'),
  ...recordFields,
  archived_at: Instant.nullable(),
  erased_at: Instant.nullable().describe('When personal data was erased; this cannot be undone.'),
});
export type Client = z.output<typeof Client>;

/** A client with what `expand` may add to it. */
export const ExpandedClient = Client.extend({ parent: Client.nullable().optional() });

/** Event payload: enough to fetch the rest, without personal data, because events are stored and sent on. */
const ClientNotice = z.object({
  id: Id('client'),
  number: z.string(),
  external_id: z.string().nullable(),
  status: z.enum(clientStatuses),
  version: z.int(),
});

export const clientCreated = event('client.created', ClientNotice);
export const clientUpdated = event('client.updated', ClientNotice.extend({ changed: z.array(z.string()) }));
export const clientArchived = event('client.archived', ClientNotice);
export const clientRestored = event('client.restored', ClientNotice);
export const clientErased = event('client.erased', ClientNotice);
export const clientDeleted = event('client.deleted', ClientNotice);
const MergeNotice = ClientNotice.extend({ into_id: Id('client') });
export const clientMerged = event('client.merged', MergeNotice);
export const clientUnmerged = event('client.unmerged', MergeNotice);

export const clientNumberTaken = refusal(
  'client_number_taken',
  409,
  'Another client has that number.',
  'Use another `number`, or leave it out to get the next one.',
  ['clients_number_key'],
);
export const clientExternalIdTaken = refusal(
  'client_external_id_taken',
  409,
  'Another client has that external_id.',
  'List clients with that `external_id` to find it.',
  ['clients_external_id_key'],
);
export const duplicateSuspected = refusal(
  'duplicate_suspected',
  409,
  'A client with these details already exists.',
  'Use one of `candidates`, or send the request again with `allow_duplicate: true` if it is a different client.',
);
export const clientCycle = refusal(
  'client_cycle',
  422,
  'A client cannot be its own ancestor.',
  'Choose a `parent_id` that is not below this client, at most 10 levels deep.',
  ['clients_parent_not_self'],
);
