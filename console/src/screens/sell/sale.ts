import type { Sale } from '../../api/types.ts';
import type { EarlyDiscount } from '../../kit/early-discounts.ts';
import { isNothing } from '../../kit/values.ts';

/** Fields that the page of a sale shows beyond those of its panel. */
export type FullSale = Omit<Sale, 'lines'> & {
  readonly kind: 'sale' | 'return';
  readonly is_deposit: boolean;
  readonly quote_id: string | null;
  readonly original_sale_id: string | null;
  readonly return_reason: string | null;
  readonly amount_refunded: string;
  readonly amount_credited: string;
  readonly amount_written_off: string;
  readonly amount_discounted: string;
  readonly early_discounts: readonly EarlyDiscount[];
  readonly channel: string | null;
  readonly notes: string | null;
  readonly void_reason: string | null;
  readonly voided_on: string | null;
  readonly tags: readonly string[];
  readonly charges: readonly { readonly kind: string; readonly name: string | null; readonly total: string }[];
  readonly lines: readonly SaleLine[];
  readonly payment_schedule: readonly {
    readonly due_date: string;
    readonly kind: string;
    readonly amount: string;
    readonly amount_due: string;
  }[];
};

export type SaleLine = Sale['lines'][number] & {
  readonly id: string;
  readonly quantity_returned: string;
  readonly dimension_value_ids: readonly string[];
};

/** Confirmed and not void. */
export const isBooked = ({ status }: Pick<Sale, 'status'>): boolean => status === 'confirmed' || status === 'completed';
export const isUnpaid = (sale: Pick<Sale, 'status' | 'amount_due'>): boolean =>
  isBooked(sale) && !isNothing(sale.amount_due) && !sale.amount_due.startsWith('-');
