import { z } from 'zod';
import { notFound } from '../../../operation/errors.ts';
import { operation } from '../../../operation/operation.ts';
import { Id } from '../../../wire/index.ts';
import { loadPlan, planRecord, ScheduledPayment } from './scheduled-payment.ts';

export const getScheduledPayment = operation({
  name: 'get_scheduled_payment',
  summary: 'Get one scheduled payment.',
  http: 'GET /scheduled-payments/{id}',
  effect: 'read',
  permission: 'bank:read',
  mcp: 'action',
  input: z.strictObject({ id: Id('scheduled_payment') }),
  output: ScheduledPayment,
  refuses: [notFound],
  run: async (context, { id }) => planRecord(context, await loadPlan(context, id)),
});
