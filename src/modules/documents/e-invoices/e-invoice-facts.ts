import type { Client } from '../../clients/index.ts';
import type { OrganizationValue } from '../../organization/index.ts';
import type { Snapshot } from '../document.ts';

type Today = {
  readonly organization: OrganizationValue;
  readonly client: Client;
};

/**
 * What an e-invoice needs in order to arrive, and no page shows as a fact of the sale: where it did not stand when the
 * document was issued, it is taken as it is today, so that nobody has to take an invoice back for a missing address.
 * All else stays as it was issued.
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
