import { z } from 'zod';
import { notFound } from '../../../operation/errors.ts';
import { operation } from '../../../operation/operation.ts';
import { Id } from '../../../wire/index.ts';
import { clientsFor } from '../../clients/index.ts';
import { baseOf } from '../../exchange/index.ts';
import { balanceFields, BalanceIn, balanceRecord, balancesOf } from './client-balances.ts';

export const getClientBalances = operation({
  name: 'get_client_balances',
  summary: 'Get a client’s accounts receivable balance, overdue amount, credit and lifetime totals.',
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
      .array(BalanceIn)
      .describe('Per currency with any activity; the totals above convert all of them at document rates.'),
  }),
  refuses: [notFound],
  async run(context, { id }) {
    const [clients, { total, byCurrency }] = await Promise.all([clientsFor(context, [id]), balancesOf(context, id)]);
    if (!clients.has(id)) throw notFound();
    const currency = baseOf(context);
    return {
      client_id: id,
      currency,
      ...balanceRecord(currency, total),
      by_currency: byCurrency.map((one) => ({ currency: one.currency, ...balanceRecord(one.currency, one) })),
    };
  },
});
