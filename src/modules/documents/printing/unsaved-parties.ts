import { z } from 'zod';
import { AddressInput, Email, Name } from '../../../wire/index.ts';
import { clientTypes } from '../../clients/index.ts';
import { OrganizationPatch, organizationWith, type OrganizationValue } from '../../organization/index.ts';
import type { Snapshot } from '../document.ts';

const Seller = OrganizationPatch.pick({
  name: true,
  legal_name: true,
  registration_number: true,
  tax_ids: true,
  address: true,
  email: true,
  phone: true,
  website: true,
  bank_account: true,
});

const Buyer = z.strictObject({
  type: z.enum(clientTypes).default('business'),
  display_name: Name,
  legal_name: Name.optional(),
  billing_address: AddressInput.optional(),
  email: Email.optional(),
});

/** Parties as somebody is about to save them. */
export type UnsavedParties = {
  readonly seller?: z.output<typeof Seller> | undefined;
  readonly buyer?: z.output<typeof Buyer> | undefined;
};

export const unsavedPartiesInput = {
  seller: Seller.optional().describe('Changes of the organization that are not saved, as for update_organization.'),
  buyer: Buyer.optional().describe('For an invoice of `lines`: a client who is not saved, in place of `client_id`.'),
};

export function sellerUnsaved(organization: OrganizationValue, { seller }: UnsavedParties): OrganizationValue {
  return seller === undefined ? organization : organizationWith(organization, seller);
}

/** They have no number yet. */
export function buyerUnsaved({ buyer }: UnsavedParties): Snapshot['buyer'] {
  if (buyer === undefined) return null;
  return {
    number: '',
    type: buyer.type,
    name: buyer.display_name,
    legal_name: buyer.legal_name ?? null,
    tax_ids: [],
    tax_status: 'taxable',
    billing_address: buyer.billing_address ?? null,
    shipping_address: null,
    email: buyer.email ?? null,
    phone: null,
    electronic_address: null,
    buyer_reference: null,
  };
}
