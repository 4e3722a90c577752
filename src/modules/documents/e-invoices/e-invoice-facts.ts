import type { Client } from '../../clients/index.ts';
import type { OrganizationValue } from '../../organization/index.ts';
import type { Snapshot } from '../document.ts';

type Today = {
  readonly organization: OrganizationValue;
  readonly client: Client;
};

/**
 * Routing of an e-invoice, which no page shows: where it was missing at issue, today's is used, because voiding an
 * invoice for a missing address would be out of proportion. All else stays as it was issued.
 */
export function withRouting(snapshot: Snapshot, { organization, client }: Today): Snapshot {
  const { seller, buyer } = snapshot;
  return {
    ...snapshot,
    seller: {
      ...seller,
      email: seller.email ?? organization.email,
      phone: seller.phone ?? organization.phone,
      bank_account: seller.bank_account ?? organization.bank_account,
      electronic_address: seller.electronic_address ?? organization.e_invoicing.address,
      contact_name: seller.contact_name ?? organization.e_invoicing.contact_name,
    },
    buyer: buyer && {
      ...buyer,
      email: buyer.email ?? client.email,
      electronic_address: buyer.electronic_address ?? client.e_invoicing.address,
      buyer_reference: buyer.buyer_reference ?? client.e_invoicing.buyer_reference,
    },
  };
}
