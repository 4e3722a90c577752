import type { Held } from '../credit/held.ts';
import type { StoredPayment } from '../store.ts';

/** Parts of a payment to refund: unapplied money, and allocations. */
export type Taking = {
  readonly payment: StoredPayment;
  readonly unapplied: Held;
  readonly releases: readonly (Held & { readonly saleId: string })[];
};
