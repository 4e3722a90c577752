import type { Held } from '../credit/held.ts';
import type { StoredPayment } from '../store.ts';

/** What of a payment is given back: money that nobody had used, and what had settled sales. */
export type Taking = {
  readonly payment: StoredPayment;
  readonly unapplied: Held;
  readonly releases: readonly (Held & { readonly saleId: string })[];
};
