import { z } from 'zod';
import { sum } from '../../../core/list.ts';
import { money } from '../../../core/money.ts';
import { sql } from '../../../db/sql.ts';
import { notFound } from '../../../operation/errors.ts';
import { operation } from '../../../operation/operation.ts';
import { Id, Money } from '../../../wire/index.ts';
import { clientsFor } from '../../clients/index.ts';
import { baseOf } from '../../exchange/index.ts';

const balanceFields = {
  payable: Money.describe('Accounts payable to the supplier for expenses.'),
  overdue: Money,
  credit: Money.describe('Unapplied credit from advances, overpayments and credit notes.'),
  balance: Money.describe('Payable less unapplied credit; negative if the supplier owes you.'),
};

export const getSupplierBalance = operation({
  name: 'get_supplier_balance',
  summary: 'Get the accounts payable balance, overdue amount and unapplied credit of a supplier.',
  http: 'GET /clients/{id}/supplier-balance',
  effect: 'read',
  permission: 'expenses:read',
  mcp: 'action',
  input: z.strictObject({ id: Id('client') }),
  output: z.object({
    supplier_id: Id('client'),
    currency: z.string(),
    ...balanceFields,
    by_currency: z
      .array(z.object({ currency: z.string(), ...balanceFields }))
      .describe('Per currency with a balance; the totals above convert all of them at document rates.'),
  }),
  refuses: [notFound],
  async run(context, { id }) {
    const { db, organization, today } = context;
    const [clients, rows] = await Promise.all([
      clientsFor(context, [id]),
      db.many<OwedIn>(sql`
        select currency, sum(payable)::bigint as payable, sum(overdue)::bigint as overdue,
          sum(credit)::bigint as credit, sum(base_payable)::bigint as base_payable,
          sum(base_overdue)::bigint as base_overdue,
          sum(base_credit)::bigint as base_credit
        from (
          select currency, total - amount_paid as payable, case when due_date < ${today} then total - amount_paid else 0
            end as overdue, 0 as credit, coalesce(base_total - base_paid, total - amount_paid) as base_payable,
            case when due_date < ${today} then coalesce(base_total - base_paid, total - amount_paid) else 0
            end as base_overdue, 0 as base_credit
          from expenses where organization_id = ${organization} and supplier_id = ${id} and status = 'posted'
            and paid_by = 'company' and amount_paid < total
          union all
          select currency, 0, 0, amount_unapplied, 0, 0, coalesce(base_amount - base_used, amount_unapplied)
          from supplier_payments
          where organization_id = ${organization} and supplier_id = ${id} and amount_unapplied > 0
        ) as owed group by currency order by currency`),
    ]);
    if (!clients.has(id)) throw notFound();
    const currency = baseOf(context);
    const total = (field: 'base_payable' | 'base_overdue' | 'base_credit') => sum(rows.map((row) => row[field]));
    const all = { payable: total('base_payable'), overdue: total('base_overdue'), credit: total('base_credit') };
    return {
      supplier_id: id,
      currency,
      ...balanceOf(currency, all),
      by_currency: rows.map((row) => ({ currency: row.currency, ...balanceOf(row.currency, row) })),
    };
  },
});

type OwedIn = Balance & {
  readonly currency: string;
  readonly base_payable: bigint;
  readonly base_overdue: bigint;
  readonly base_credit: bigint;
};
type Balance = { readonly payable: bigint; readonly overdue: bigint; readonly credit: bigint };

function balanceOf(currency: string, { payable, overdue, credit }: Balance) {
  return {
    payable: money(payable, currency),
    overdue: money(overdue, currency),
    credit: money(credit, currency),
    balance: money(payable - credit, currency),
  };
}
