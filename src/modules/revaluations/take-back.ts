import type { Day } from '../../core/calendar.ts';
import { sql } from '../../db/sql.ts';
import { actorStamp } from '../../operation/actor.ts';
import type { Context } from '../../operation/operation.ts';
import { type Posting, reversalsOf } from '../ledger/index.ts';
import { revaluationColumns, revaluationRecord, type RevaluationRow, revaluationVoided } from './revaluation.ts';

/** Voids a locked revaluation: both its entries are reversed on their days, or on the day that is said, if later. */
export async function takeBack(
  context: Context,
  { id }: { readonly id: string },
  { date, reason }: { readonly date: Day; readonly reason: string | null },
): Promise<Posting[]> {
  const { db, organization, now, actor } = context;
  const source = { type: 'revaluation', id, event: revaluationVoided.type };
  const reversals = await reversalsOf(context, source, { date, memo: 'Void of an exchange revaluation' });
  const voided = await db.one<RevaluationRow>(sql`
    update revaluations set voided_at = ${now}, voided_on = ${date}, void_reason = ${reason}, version = version + 1,
      updated_at = ${now}, updated_by = ${JSON.stringify(actorStamp(actor))}
    where organization_id = ${organization} and id = ${id} returning ${revaluationColumns}`);
  context.emit(revaluationVoided(revaluationRecord(context, voided)));
  return reversals;
}
