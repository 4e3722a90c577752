import { z } from 'zod';
import { wholePercent } from '../../core/decimal.ts';
import {
  AddressInput,
  AddressPatch,
  Amount,
  BuyerEInvoicingInput,
  clearable,
  Currency,
  Email,
  Id,
  Locale,
  Name,
  Notes,
  Percent,
  Phone,
  recordInput,
  recordPatch,
  Text,
  Url,
} from '../../wire/index.ts';
import { DefaultValueIds } from '../dimensions/index.ts';
import { clientRoles, clientTypes, lifecycles, taxStatuses } from './client.ts';
import { ContactInputs } from './contact.ts';
import { PaymentTermsInput } from './payment-terms.ts';
import { TaxIdInputs } from '../../wire/tax-id.ts';

const shippingAddressesMax = 20;
const taxRatesMax = 10;
const groupsMax = 50;

const DiscountPercent = Percent.refine((percent) => percent <= wholePercent, { error: 'Write at most "100".' });

const optionalFields = {
  legal_name: Name,
  first_name: Name,
  last_name: Name,
  email: Email,
  phone: Phone,
  website: Url,
  billing_address: AddressInput,
  currency: Currency.describe('Currency of new documents. Default: the organisation’s.'),
  payment_terms: PaymentTermsInput,
  language: Locale,
  discount_percent: DiscountPercent,
  price_list_id: Id('price_list').describe('Takes precedence over the prices of its groups and of the variants.'),
  credit_limit: Amount.describe('In the client’s currency. Default: the organisation’s.'),
  notes_internal: Notes,
  notes_public: Notes,
  parent_id: Id('client'),
};

/** Fields that a client always has, if only an empty list. */
const defaultedFields = {
  number: Text(40).optional(),
  lifecycle: z.enum(lifecycles).optional(),
  roles: z.array(z.enum(clientRoles)).min(1).max(clientRoles.length).optional(),
  contacts: ContactInputs.optional(),
  shipping_addresses: z.array(AddressInput).max(shippingAddressesMax).optional(),
  tax_ids: TaxIdInputs.optional(),
  tax_status: z.enum(taxStatuses).optional(),
  default_tax_rate_ids: z.array(Id('tax_rate')).max(taxRatesMax).optional(),
  dimension_value_ids: DefaultValueIds,
  e_invoicing: BuyerEInvoicingInput.optional(),
  credit_hold: z.boolean().optional(),
  group_ids: z.array(Id('client_group')).max(groupsMax).optional(),
  do_not_contact: z.boolean().optional(),
};

export const NewClient = z.strictObject({
  type: z.enum(clientTypes),
  display_name: Name,
  ...defaultedFields,
  ...clearable(optionalFields),
  ...recordInput,
  allow_duplicate: z.boolean().optional().describe('Creates the client even if a similar one exists.'),
});

export const ClientPatch = z.strictObject({
  id: Id('client'),
  type: z.enum(clientTypes).optional(),
  display_name: Name.optional(),
  ...defaultedFields,
  ...clearable({ ...optionalFields, billing_address: AddressPatch }),
  ...recordPatch,
});
export type ClientPatch = z.output<typeof ClientPatch>;

/** Names one client, as the caller read it. */
export const ClientAtVersion = z.strictObject({ id: Id('client'), version: recordPatch.version });
