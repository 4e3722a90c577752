import { z } from 'zod';
import { money } from '../../core/money.ts';
import { sql } from '../../db/sql.ts';
import { notFound } from '../../operation/errors.ts';
import { operation } from '../../operation/operation.ts';
import { Id, Money } from '../../wire/index.ts';
import { clientsFor } from '../clients/index.ts';
import { owedBy } from '../sales/index.ts';

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
    receivable: Money,
    overdue: Money,
    unapplied_credit: Money,
    balance: Money.describe('What is owed less the credit; below zero where the client is owed.'),
  }),
  refuses: [notFound],
  async run(context, { id }) {
    const { db, organization, actor } = context;
    const [clients, owed, { credit }] = await Promise.all([
      clientsFor(context, [id]),
      owedBy(context, id),
      db.one<{ credit: bigint }>(sql`
        select coalesce(sum(amount_unapplied), 0)::bigint as credit from payments
        where organization_id = ${organization} and client_id = ${id} and amount_unapplied > 0`),
    ]);
    if (!clients.has(id)) throw notFound();
    const currency = actor.organization?.baseCurrency ?? '';
    return {
      client_id: id,
      currency,
      receivable: money(owed.receivable, currency),
      overdue: money(owed.overdue, currency),
      unapplied_credit: money(credit, currency),
      balance: money(owed.receivable - credit, currency),
    };
  },
});
