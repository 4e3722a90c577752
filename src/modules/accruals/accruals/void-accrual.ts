import { z } from 'zod';
import { sql } from '../../../db/sql.ts';
import { actorStamp } from '../../../operation/actor.ts';
import { invalidStateTransition, notFound, validationFailed, versionConflict } from '../../../operation/errors.ts';
import { operation } from '../../../operation/operation.ts';
import { Id, Text, Version } from '../../../wire/index.ts';
import { openDay, post, reversalDate, reversalDay, reversalsOf } from '../../ledger/index.ts';
import {
  Accrual,
  accrualColumns,
  accrualRecord,
  type AccrualRow,
  accrualVoided,
  lockAccrual,
  wireAccrual,
} from './accrual.ts';

export const voidAccrual = operation({
  name: 'void_accrual',
  summary: 'Void an accrual and its reversal. A reversal still to come is reversed on its own date.',
  http: 'POST /accruals/{id}/void',
  effect: 'destructive',
  permission: 'ledger:write',
  mcp: 'action',
  keyRequired: true,
  posts: true,
  noUndo: 'voided',
  input: z.strictObject({
    id: Id('accrual'),
    reason: Text(500).optional(),
    date: reversalDate,
    version: Version.optional(),
  }),
  output: Accrual,
  refuses: [invalidStateTransition, notFound, validationFailed, versionConflict],
  emits: [accrualVoided],
  async run(context, { id, reason = null, date, version }) {
    const { db, organization, now, actor } = context;
    const source = { type: 'accrual', id, event: accrualVoided.type };
    const [row, open] = await Promise.all([lockAccrual(context, id, version), openDay(context, source, context.today)]);
    if (row.voided_at !== null) throw invalidStateTransition({ status: 'voided', allowed: [] });
    context.before(wireAccrual(accrualRecord(context, row)));
    const day = reversalDay(context, { asked: date, open, recorded: row.accrual_date });
    const reversals = await reversalsOf(context, source, { date: day, memo: `Void of an accrual: ${row.description}` });
    const voided = await db.one<AccrualRow>(sql`
      update accruals set voided_at = ${now}, voided_on = ${day}, void_reason = ${reason}, version = version + 1,
        updated_at = ${now}, updated_by = ${JSON.stringify(actorStamp(actor))}
      where organization_id = ${organization} and id = ${id} returning ${accrualColumns}`);
    post(context, reversals);
    const record = accrualRecord(context, voided);
    context.emit(accrualVoided(record));
    return record;
  },
});
