import { isNothing } from '../../kit/values.ts';

/** A payment as the service answers it, as far as these screens show it. */
export type Payment = {
  readonly id: string;
  readonly number: string;
  readonly status: string;
  readonly client_id: string | null;
  readonly client_name: string | null;
  readonly currency: string;
  readonly amount: string;
  readonly amount_allocated: string;
  readonly amount_refunded: string;
  readonly amount_unapplied: string;
  readonly fee_amount: string;
  readonly change_given: string;
  readonly payment_date: string;
  readonly reference: string | null;
  readonly notes: string | null;
  readonly void_reason: string | null;
  readonly allocations: readonly Allocation[];
  readonly method?: { readonly name: string } | null;
};

export type Allocation = {
  readonly id: string;
  readonly sale_id: string | null;
  readonly amount: string;
  readonly status: string;
  readonly allocated_on: string;
  readonly sale?: { readonly number: string | null } | null;
};

/** Part of a payment that settles nothing yet is what a person wants to see first. */
export function paymentState({ status, amount_unapplied }: Pick<Payment, 'status' | 'amount_unapplied'>): string {
  return status === 'completed' && !isNothing(amount_unapplied) ? 'unapplied' : status;
}
