import type { Money } from '../../core/money.ts';
import { batchedByIds } from '../../operation/batched.ts';
import type { Context } from '../../operation/operation.ts';
import type { Client } from './client.ts';
import type { PaymentTerms } from './payment-terms.ts';
import { loadClients } from './store.ts';
import type { VerifiedTaxId } from '../../wire/tax-id.ts';
import type { Address } from '../../wire/index.ts';

/** Facts about a client that other modules decide by and copy onto documents. */
export type ClientForSale = {
  readonly id: string;
  readonly number: string;
  readonly type: Client['type'];
  readonly status: Client['status'];
  readonly displayName: string;
  readonly legalName: string | null;
  readonly email: string | null;
  readonly language: string | null;
  readonly currency: string | null;
  readonly paymentTerms: PaymentTerms | null;
  readonly taxStatus: Client['tax_status'];
  readonly taxIds: readonly VerifiedTaxId[];
  readonly defaultTaxRateIds: readonly string[];
  readonly dimensionIds: readonly string[];
  /** Millionths of a percent. */
  readonly discountPercent: bigint | null;
  readonly creditLimit: Money | null;
  readonly creditHold: boolean;
  readonly billingAddress: Address | null;
  readonly shippingAddresses: readonly Address[];
  readonly version: number;
};

/** The clients with these ids, in one statement and without a lock. What is not the organisation's is not there. */
export async function clientsFor(
  context: Context,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ClientForSale>> {
  return ids.length === 0 ? new Map() : clientsWith(context, ids);
}

const clientsWith = batchedByIds(async (context: Context, ids) => {
  const clients = await loadClients(context, ids);
  return new Map([...clients].map(([id, client]) => [id, forSale(client)]));
});

function forSale(client: Client): ClientForSale {
  return {
    id: client.id,
    number: client.number,
    type: client.type,
    status: client.status,
    displayName: client.display_name,
    legalName: client.legal_name,
    email: client.email,
    language: client.language,
    currency: client.currency,
    paymentTerms: client.payment_terms,
    taxStatus: client.tax_status,
    taxIds: client.tax_ids,
    defaultTaxRateIds: client.default_tax_rate_ids,
    dimensionIds: client.dimension_value_ids,
    discountPercent: client.discount_percent,
    creditLimit: client.credit_limit,
    creditHold: client.credit_hold,
    billingAddress: client.billing_address,
    shippingAddresses: client.shipping_addresses,
    version: client.version,
  };
}
