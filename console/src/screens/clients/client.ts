/** A client as the service answers it, as far as these screens show it. */
export type Client = {
  readonly id: string;
  readonly version: number;
  readonly number: string;
  readonly display_name: string;
  readonly legal_name: string | null;
  readonly type: 'business' | 'individual';
  readonly status: 'active' | 'archived';
  readonly lifecycle: string;
  readonly roles: readonly string[];
  readonly email: string | null;
  readonly phone: string | null;
  readonly website: string | null;
  readonly contacts: readonly Contact[];
  readonly billing_address: Address | null;
  readonly shipping_addresses: readonly Address[];
  readonly tax_ids: readonly { readonly type: string; readonly value: string }[];
  readonly tax_status: string;
  readonly currency: string | null;
  readonly payment_terms: {
    readonly type: string;
    readonly value: number;
    readonly early_discounts?: readonly { readonly percent: string; readonly days: number }[];
  } | null;
  readonly language: string | null;
  readonly discount_percent: string | null;
  readonly price_list_id: string | null;
  readonly credit_limit: string | null;
  readonly credit_limit_currency: string | null;
  readonly credit_hold: boolean;
  readonly group_ids: readonly string[];
  readonly do_not_contact: boolean;
  readonly notes_internal: string | null;
  readonly notes_public: string | null;
  readonly tags: readonly string[];
  readonly assigned_to: string | null;
  readonly merged_into_id: string | null;
  /** Only where it is asked for. */
  /** In each currency with any history. */
  readonly balances?: readonly Balance[];
  readonly merged_from?: readonly { readonly id: string; readonly number: string; readonly display_name: string }[];
};

type Contact = {
  readonly name: string;
  readonly email: string | null;
  readonly phone: string | null;
  readonly role: string | null;
};

export type Address = {
  readonly line1: string | null;
  readonly line2: string | null;
  readonly city: string | null;
  readonly region: string | null;
  readonly postal_code: string | null;
  readonly country: string | null;
};

export type Balance = {
  readonly currency: string;
  readonly receivable: string;
  readonly overdue: string;
  readonly unapplied_credit: string;
  readonly balance: string;
  readonly lifetime_invoiced: string;
  readonly lifetime_paid: string;
};
export type Balances = Balance & { readonly by_currency: readonly Balance[] };

/** Lines as on an envelope. */
export function addressLines({ line1, line2, city, region, postal_code, country }: Address): string {
  const place = [postal_code, city].filter(Boolean).join(' ');
  return [line1, line2, place, region, country].filter(Boolean).join('\n');
}
