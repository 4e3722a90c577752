/** A payment to a supplier as the service answers it, as far as its screens show it. */
export type SupplierPayment = {
  readonly id: string;
  readonly number: string;
  readonly status: string;
  readonly supplier_id: string;
  readonly supplier_name: string;
  readonly credit_note_id: string | null;
  readonly currency: string;
  readonly amount: string;
  readonly amount_allocated: string;
  readonly amount_refunded: string;
  readonly amount_unapplied: string;
  readonly payment_date: string;
  readonly reference: string | null;
  readonly notes: string | null;
  readonly void_reason: string | null;
  readonly version: number;
  readonly method?: { readonly name: string } | null;
  readonly allocations: readonly {
    readonly id: string;
    readonly expense_id: string;
    readonly expense_number: string;
    readonly amount: string;
    readonly allocated_on: string;
  }[];
  readonly refunds: readonly SupplierRefund[];
};

export type SupplierRefund = {
  readonly id: string;
  readonly status: string;
  readonly amount: string;
  readonly refund_date: string;
};

/** Paths to read again after a supplier payment changed. */
export const supplierPaymentChanges = 'supplier-payments expenses suppliers transactions reports records'.split(' ');
