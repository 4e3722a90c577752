import { z } from 'zod';
import { operation } from '../../operation/operation.ts';
import { ReminderPolicy, readPolicy } from './policy.ts';
import { policyRecord } from './policy-record.ts';

export const getReminderPolicy = operation({
  name: 'get_reminder_policy',
  summary: 'Get the reminder policy (dunning): its steps, its late fees and the next run.',
  http: 'GET /reminder-policy',
  effect: 'read',
  permission: 'documents:read',
  mcp: 'action',
  input: z.strictObject({}),
  output: ReminderPolicy,
  run: async (context) => policyRecord(context, await readPolicy(context)),
});
