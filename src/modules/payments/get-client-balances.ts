import { z } from 'zod';
import { sum } from '../../core/list.ts';
import { money } from '../../core/money.ts';
import { sql } from '../../db/sql.ts';
import { notFound } from '../../operation/errors.ts';
import { operation } from '../../operation/operation.ts';
import { Id, Money } from '../../wire/index.ts';
import { clientsFor } from '../clients/index.ts';
import { owedBy, type OwedIn } from '../sales/index.ts';

const balanceFields = {
  receivable: Money,
  overdue: Money,
  unapplied_credit: Money,
  balance: Money.describe('What is owed less the credit; below zero where the client is owed.'),
};

type CreditIn = { readonly currency: string; readonly credit: bigint; readonly base_credit: bigint };

export const getClientBalances = operation({
  name: 'get_client_balances',
  summary: 'Tells what a client owes, how much of it is overdue, and the credit the client has.',
  http: 'GET /clients/{id}/balances',
  effect: 'read',
  permission: 'payments:read',
  mcp: 'action',
  input: z.strictObject({ id: Id('client') }),
  output: z.object({
    client_id: Id('client'),
    currency: z.string(),
    ...balanceFields,
    by_currency: z
      .array(z.object({ currency: z.string(), ...balanceFields }))
      .describe('In each currency that there is something in; above, all of it by the rates of the documents.'),
  }),
  refuses: [notFound],
  async run(context, { id }) {
    const { db, organization, actor } = context;
    const [clients, owed, credits] = await Promise.all([
      clientsFor(context, [id]),
      owedBy(context, id),
      db.many<CreditIn>(sql`
        select currency, sum(amount_unapplied)::bigint as credit,
          sum(coalesce(base_amount - base_used, amount_unapplied))::bigint as base_credit
        from payments where organization_id = ${organization} and client_id = ${id} and amount_unapplied > 0
        group by currency`),
    ]);
    if (!clients.has(id)) throw notFound();
    const currency = actor.organization?.baseCurrency ?? '';
    const byCurrency = new Map<string, Balance & { readonly currency: string }>(
      owed.map((one) => [one.currency, { ...one, credit: 0n }]),
    );
    for (const { currency: code, credit } of credits) {
      const before = byCurrency.get(code) ?? { currency: code, receivable: 0n, overdue: 0n };
      byCurrency.set(code, { ...before, credit });
    }
    return {
      client_id: id,
      currency,
      ...balanceOf(currency, {
        receivable: sum(owed.map((one) => one.base_receivable)),
        overdue: sum(owed.map((one) => one.base_overdue)),
        credit: sum(credits.map((one) => one.base_credit)),
      }),
      by_currency: [...byCurrency.values()]
        .toSorted(byCode)
        .map((one) => ({ currency: one.currency, ...balanceOf(one.currency, one) })),
    };
  },
});

function byCode(a: { readonly currency: string }, b: { readonly currency: string }): number {
  return a.currency < b.currency ? -1 : 1;
}

type Balance = Pick<OwedIn, 'receivable' | 'overdue'> & { readonly credit: bigint };

function balanceOf(currency: string, { receivable, overdue, credit }: Balance) {
  return {
    receivable: money(receivable, currency),
    overdue: money(overdue, currency),
    unapplied_credit: money(credit, currency),
    balance: money(receivable - credit, currency),
  };
}
