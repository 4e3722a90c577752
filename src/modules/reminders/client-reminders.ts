import { z } from 'zod';
import { sql } from '../../db/sql.ts';
import type { Context } from '../../operation/operation.ts';
import { type FeeStep, feeStepRecord, LateFeeStep } from './fee-steps.ts';
import { baseOf } from './policy-record.ts';
import { ActorStamp, Day, Id, Instant } from '../../wire/index.ts';

/** Reminder settings of a client. */
export const ClientReminders = z.object({
  client_id: Id('client'),
  enabled: z.boolean(),
  since: Day.nullable(),
  late_fees: z
    .array(LateFeeStep)
    .nullable()
    .describe('The client’s own late fees, in place of the general ones; none if empty.'),
  version: z.int(),
  updated_at: Instant.nullable(),
  updated_by: ActorStamp.nullable(),
});
export type ClientReminders = z.output<typeof ClientReminders>;

/** A row of `client_reminders`. */
export type ClientRemindersRow = Omit<ClientReminders, 'late_fees'> & { readonly late_fees: FeeStep[] | null };

export async function readClientReminders({ db, organization }: Context, client: string): Promise<ClientRemindersRow> {
  const row = await db.maybe<ClientRemindersRow>(sql`
    select client_id, enabled, since, late_fees, version, updated_at, updated_by from client_reminders
    where organization_id = ${organization} and client_id = ${client}`);
  return (
    row ?? {
      client_id: client,
      enabled: true,
      since: null,
      late_fees: null,
      version: 0,
      updated_at: null,
      updated_by: null,
    }
  );
}

export function clientRemindersRecord(context: Context, row: ClientRemindersRow): ClientReminders {
  const fees = row.late_fees?.map((step) => feeStepRecord(step, baseOf(context)));
  return { ...row, late_fees: fees ?? null };
}
