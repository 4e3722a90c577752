import { z } from 'zod';
import { sum } from '../../../core/list.ts';
import { money } from '../../../core/money.ts';
import { sql } from '../../../db/sql.ts';
import type { Context } from '../../../operation/operation.ts';
import { Money } from '../../../wire/index.ts';
import { type ClientFlow, clientFlows } from '../../ledger/index.ts';
import { owedBy, type OwedIn } from '../../sales/index.ts';

export const balanceFields = {
  receivable: Money,
  overdue: Money,
  unapplied_credit: Money,
  balance: Money.describe('Receivable less unapplied credit; negative if you owe the client.'),
  lifetime_invoiced: Money.describe('Lifetime charges, less returns and voids.'),
  lifetime_paid: Money.describe('Lifetime payments, less refunds.'),
};

export const BalanceIn = z.object({ currency: z.string(), ...balanceFields });

type CreditIn = { readonly currency: string; readonly credit: bigint; readonly base_credit: bigint };
type Balance = Pick<OwedIn, 'receivable' | 'overdue'> &
  Pick<ClientFlow, 'invoiced' | 'paid'> & { readonly credit: bigint };

const nothing: Balance = { receivable: 0n, overdue: 0n, credit: 0n, invoiced: 0n, paid: 0n };

/** Debts, credit, charges and payments of a client: in all, and in each currency. */
export type ClientBalances = {
  readonly total: Balance;
  readonly byCurrency: readonly (Balance & { readonly currency: string })[];
};

export async function balancesOf(context: Context, id: string): Promise<ClientBalances> {
  const { db, organization } = context;
  const [owed, credits, flows] = await Promise.all([
    owedBy(context, id),
    db.many<CreditIn>(sql`
      select currency, sum(amount_unapplied)::bigint as credit,
        sum(coalesce(base_amount - base_used, amount_unapplied))::bigint as base_credit
      from payments where organization_id = ${organization} and client_id = ${id} and amount_unapplied > 0
      group by currency`),
    clientFlows(context, id),
  ]);
  const currencies = new Set([...owed, ...credits, ...flows].map(({ currency }) => currency));
  return {
    total: {
      receivable: sum(owed.map((one) => one.base_receivable)),
      overdue: sum(owed.map((one) => one.base_overdue)),
      credit: sum(credits.map((one) => one.base_credit)),
      invoiced: sum(flows.map((one) => one.base_invoiced)),
      paid: sum(flows.map((one) => one.base_paid)),
    },
    byCurrency: [...currencies]
      .toSorted((a, b) => (a < b ? -1 : 1))
      .map((currency) => ({
        ...nothing,
        ...owed.find((one) => one.currency === currency),
        ...credits.find((one) => one.currency === currency),
        ...flows.find((one) => one.currency === currency),
        currency,
      })),
  };
}

export function balanceRecord(currency: string, { receivable, overdue, credit, invoiced, paid }: Balance) {
  return {
    receivable: money(receivable, currency),
    overdue: money(overdue, currency),
    unapplied_credit: money(credit, currency),
    balance: money(receivable - credit, currency),
    lifetime_invoiced: money(invoiced, currency),
    lifetime_paid: money(paid, currency),
  };
}

/** Balances in each currency with any history, as `expand` adds them to a client. */
export async function loadBalances(
  context: Context,
  ids: readonly string[],
): Promise<ReadonlyMap<string, z.output<typeof BalanceIn>[]>> {
  const found = await Promise.all(
    ids.map(async (id) => {
      const { byCurrency } = await balancesOf(context, id);
      return [id, byCurrency.map((one) => ({ currency: one.currency, ...balanceRecord(one.currency, one) }))] as const;
    }),
  );
  return new Map(found);
}
