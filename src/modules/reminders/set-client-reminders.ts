import { z } from 'zod';
import { sql } from '../../db/sql.ts';
import { actorStamp } from '../../operation/actor.ts';
import { encoderOf } from '../../operation/encode.ts';
import { notFound, validationFailed, versionConflict } from '../../operation/errors.ts';
import { event } from '../../operation/events.ts';
import { operation } from '../../operation/operation.ts';
import { Id } from '../../wire/index.ts';
import { loadClients } from '../clients/index.ts';
import { ClientReminders, clientRemindersRecord, readClientReminders } from './client-reminders.ts';
import { countedFrom, feeStepsFrom, FeeStepsInput } from './fee-steps.ts';
import { baseOf } from './policy-record.ts';

const clientRemindersSet = event(
  'client.reminders_set',
  ClientReminders.pick({ client_id: true, enabled: true, version: true }),
);

export const setClientReminders = operation({
  name: 'set_client_reminders',
  summary: 'Set whether a client gets payment reminders, and their own late fees.',
  guidance: 'Steps whose date passed while reminders were off are not sent later.',
  http: 'PUT /clients/{id}/reminders',
  effect: 'write',
  permission: 'documents:write',
  mcp: 'action',
  amount: 'later',
  noUndo: 'set_again',
  input: z.strictObject({
    id: Id('client'),
    enabled: z.boolean().optional(),
    late_fees: FeeStepsInput.nullable()
      .optional()
      .describe('The client’s own late fees, in place of the general ones; none if empty.'),
    version: z.int().min(0).optional(),
  }),
  output: ClientReminders,
  refuses: [validationFailed, notFound, versionConflict],
  emits: [clientRemindersSet],
  async run(context, { id, enabled: asked, late_fees: given, version }) {
    const { db, organization, today, now, actor } = context;
    const [clients, before] = await Promise.all([loadClients(context, [id]), readClientReminders(context, id)]);
    if (!clients.has(id)) throw notFound();
    if (version !== undefined && version !== before.version) throw versionConflict({ current_version: before.version });
    context.before(encoderOf(ClientReminders)(clientRemindersRecord(context, before)));
    const enabled = asked ?? before.enabled;
    const steps = given && feeStepsFrom(given, baseOf(context), '/late_fees');
    const own = steps && countedFrom(steps, before.late_fees ?? [], { enabled: true, today });
    const lateFees = own === undefined ? before.late_fees : own;
    const since = enabled === before.enabled && before.since !== null ? before.since : today;
    const stamp = actorStamp(actor);
    const after = {
      client_id: id,
      enabled,
      since,
      late_fees: lateFees,
      version: before.version + 1,
      updated_at: now,
      updated_by: stamp,
    };
    db.later(sql`
      insert into client_reminders (organization_id, client_id, enabled, since, late_fees, version, updated_at,
        updated_by)
      values (${organization}, ${id}, ${enabled}, ${since}, ${lateFees && JSON.stringify(lateFees)},
        ${after.version}, ${now}, ${JSON.stringify(stamp)})
      on conflict (organization_id, client_id) do update set enabled = excluded.enabled, since = excluded.since,
        late_fees = excluded.late_fees,
        version = client_reminders.version + 1, updated_at = excluded.updated_at, updated_by = excluded.updated_by`);
    const record = clientRemindersRecord(context, after);
    context.emit(clientRemindersSet(record));
    return record;
  },
});
