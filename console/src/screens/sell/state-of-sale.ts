import type { SaleRow } from '../../api/types.ts';

type Of = Pick<SaleRow, 'status' | 'payment_status' | 'is_overdue'>;

/** The one word that says how a sale stands. */
export function stateOf({ status, payment_status, is_overdue }: Of): string {
  if (status === 'draft' || status === 'voided') return status;
  return is_overdue ? 'overdue' : payment_status;
}
