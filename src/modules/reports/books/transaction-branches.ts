import { type Sql, sql } from '../../../db/sql.ts';

export const transactionKinds = [
  ...(['payment', 'payment_void', 'refund', 'refund_void', 'expense_payment', 'expense_payment_void'] as const),
  ...(['supplier_payment', 'supplier_payment_void', 'supplier_refund', 'supplier_refund_void'] as const),
  ...(['transfer_out', 'transfer_in', 'transfer_out_void', 'transfer_in_void'] as const),
] as const;
export type TransactionKind = (typeof transactionKinds)[number];

/** One kind of movement: where it is read, on which day it counts, and whether money came in or went out. */
export type Branch = {
  readonly kind: TransactionKind;
  /** Its place among those of one day and one record. */
  readonly rank: number;
  readonly direction: 'in' | 'out';
  readonly rows: (organization: string) => Sql;
};

const common = sql`id, method_id, account_id, currency, reference, number`;

function paymentsBy(day: Sql): Branch['rows'] {
  return (organization) => sql`
    select ${common}, ${day} as day, client_id, client_name as name, currency_amount as amount,
      currency_fee as fee_amount
    from report_payments
    where organization_id = ${organization} and ${day} is not null`;
}

function refundsBy(day: Sql): Branch['rows'] {
  return (organization) => sql`
    select ${common}, ${day} as day, client_id, client_name as name, currency_amount as amount, 0::bigint as fee_amount
    from report_refunds
    where organization_id = ${organization} and ${day} is not null`;
}

function expensePaymentsBy(day: Sql): Branch['rows'] {
  return (organization) => sql`
    select ${common}, ${day} as day, supplier_id as client_id, payee_name as name, currency_amount as amount,
      0::bigint as fee_amount
    from report_expense_payments
    where organization_id = ${organization} and ${day} is not null and supplier_payment_id is null
      and discount_of is null`;
}

/** One payment of several expenses of a supplier left the account as one amount. */
function supplierPaymentsBy(day: Sql): Branch['rows'] {
  return (organization) => sql`
    select ${common}, ${day} as day, supplier_id as client_id, supplier_name as name, amount, 0::bigint as fee_amount
    from report_supplier_payments
    where organization_id = ${organization} and ${day} is not null and credit_note_id is null`;
}

function supplierRefundsBy(day: Sql): Branch['rows'] {
  return (organization) => sql`
    select ${common}, ${day} as day, supplier_id as client_id, supplier_name as name, amount, 0::bigint as fee_amount
    from report_supplier_refunds where organization_id = ${organization} and ${day} is not null`;
}

type Leg = { readonly account: Sql; readonly currency: Sql; readonly amount: Sql; readonly fee: Sql };

const leaving = { account: sql`from_account_id`, currency: sql`currency`, amount: sql`amount`, fee: sql`fee_amount` };
const arriving = {
  account: sql`to_account_id`,
  currency: sql`to_currency`,
  amount: sql`to_amount`,
  fee: sql`0::bigint`,
};

/** Money between own accounts leaves one and arrives at the other, which are two movements. */
function transfersBy(day: Sql, { account, currency, amount, fee }: Leg): Branch['rows'] {
  return (organization) => sql`
    select id, null::uuid as method_id, ${account} as account_id, ${currency} as currency, reference, number,
      ${day} as day, null::uuid as client_id, null::text as name, ${amount} as amount, ${fee} as fee_amount
    from report_money_transfers where organization_id = ${organization} and ${day} is not null`;
}

/** All that moves money, each kind by an index of its own, so that a page reads no more of any than it can show. */
export const branches: readonly Branch[] = [
  { kind: 'payment', rank: 0, direction: 'in', rows: paymentsBy(sql`payment_date`) },
  { kind: 'payment_void', rank: 1, direction: 'out', rows: paymentsBy(sql`voided_on`) },
  { kind: 'refund', rank: 2, direction: 'out', rows: refundsBy(sql`paid_on`) },
  { kind: 'refund_void', rank: 3, direction: 'in', rows: refundsBy(sql`paid_back_on`) },
  { kind: 'expense_payment', rank: 4, direction: 'out', rows: expensePaymentsBy(sql`payment_date`) },
  { kind: 'expense_payment_void', rank: 5, direction: 'in', rows: expensePaymentsBy(sql`reversed_on`) },
  { kind: 'supplier_payment', rank: 6, direction: 'out', rows: supplierPaymentsBy(sql`payment_date`) },
  { kind: 'supplier_payment_void', rank: 7, direction: 'in', rows: supplierPaymentsBy(sql`voided_on`) },
  { kind: 'transfer_out', rank: 8, direction: 'out', rows: transfersBy(sql`transfer_date`, leaving) },
  { kind: 'transfer_in', rank: 9, direction: 'in', rows: transfersBy(sql`transfer_date`, arriving) },
  { kind: 'transfer_out_void', rank: 10, direction: 'in', rows: transfersBy(sql`voided_on`, leaving) },
  { kind: 'transfer_in_void', rank: 11, direction: 'out', rows: transfersBy(sql`voided_on`, arriving) },
  { kind: 'supplier_refund', rank: 12, direction: 'in', rows: supplierRefundsBy(sql`refund_date`) },
  { kind: 'supplier_refund_void', rank: 13, direction: 'out', rows: supplierRefundsBy(sql`reversed_on`) },
];

/** The place of a row in the order of all of them. */
export type TransactionPosition = { readonly day: string; readonly id: string; readonly rank: number };

/** Rows of a branch after a position: of the same record, only those of a later rank. */
export function beyond({ rank }: Branch, after: TransactionPosition | undefined, descending: boolean): Sql {
  if (after === undefined) return sql`true`;
  const place = sql`(${after.day}::date, ${after.id}::uuid)`;
  if (descending) return rank < after.rank ? sql`(day, id) <= ${place}` : sql`(day, id) < ${place}`;
  return rank > after.rank ? sql`(day, id) >= ${place}` : sql`(day, id) > ${place}`;
}
