import { type Sql, sql } from '../../../db/sql.ts';
import { actorStamp } from '../../../operation/actor.ts';
import { notFound, versionConflict } from '../../../operation/errors.ts';
import type { Context } from '../../../operation/operation.ts';
import type { PartRow, ScheduleFound, ScheduleRow } from './schedule.ts';

const plainColumns = sql`id, kind, description, source_type, source_id, line_id, account_id, balance_account_id,
  dimension_value_ids, amount, start_date, end_date, method, booked_on, ended_on, end_reason, voided_at, voided_on,
  void_reason, version, created_at, updated_at, created_by, updated_by`;

const parts = sql`from schedule_parts as part
  where part.organization_id = schedules.organization_id and part.schedule_id = schedules.id`;

/** Columns of a schedule with what follows from its parts. */
export const scheduleColumns: Sql = sql`${plainColumns},
  (select coalesce(sum(part.amount), 0)::bigint ${parts} and part.posted_on is not null) as moved,
  (select min(part.due_date) ${parts} and part.posted_on is null) as next_date`;

export const isUnfinished: Sql = sql`(voided_at is null and exists (select ${parts} and part.posted_on is null))`;

export async function readSchedule({ db, organization }: Context, id: string): Promise<ScheduleFound> {
  const row = await db.maybe<ScheduleFound>(sql`
    select ${scheduleColumns} from schedules where organization_id = ${organization} and id = ${id}`);
  if (row === undefined) throw notFound();
  return row;
}

export async function lockSchedule(
  { db, organization }: Context,
  id: string,
  version?: number,
): Promise<ScheduleFound> {
  // The parts are read once the lock is held: whoever had it may have posted some.
  const locked = await db.maybe<{ version: number }>(sql`
    select version from schedules where organization_id = ${organization} and id = ${id} for update`);
  if (locked === undefined) throw notFound();
  if (version !== undefined && version !== locked.version) throw versionConflict({ current_version: locked.version });
  return db.one<ScheduleFound>(sql`
    select ${scheduleColumns} from schedules where organization_id = ${organization} and id = ${id}`);
}

export function partsOf({ db, organization }: Context, scheduleId: string): Promise<PartRow[]> {
  return db.many<PartRow>(sql`
    select position, due_date, amount, posted_on, entry_id from schedule_parts
    where organization_id = ${organization} and schedule_id = ${scheduleId} order by position`);
}

export function insertSchedule({ db, organization }: Context, row: ScheduleRow, shares: readonly PartRow[]): void {
  const written = JSON.stringify(row, (_, value: unknown) => (typeof value === 'bigint' ? value.toString() : value));
  db.later(sql`
    insert into schedules (organization_id, ${plainColumns})
    select ${organization}, ${plainColumns} from json_populate_record(null::schedules, ${written})`);
  db.later(sql`
    insert into schedule_parts (organization_id, schedule_id, position, due_date, amount, posted_on, entry_id)
    select ${organization}, ${row.id}, part.*
    from unnest(${shares.map(({ position }) => position)}::int[], ${shares.map((part) => part.due_date)}::date[],
      ${shares.map(({ amount }) => amount)}::bigint[], ${shares.map((part) => part.posted_on)}::date[],
      ${shares.map((part) => part.entry_id)}::uuid[]) as part`);
}

type Posted = PartRow & { readonly scheduleId: string };

/** Notes of parts when and by which entry they were posted. */
export function notePosted({ db, organization }: Context, posted: readonly Posted[]): void {
  db.later(sql`
    update schedule_parts as part set posted_on = done.posted_on, entry_id = done.entry_id
    from unnest(${posted.map(({ scheduleId }) => scheduleId)}::uuid[], ${posted.map(({ position }) => position)}::int[],
      ${posted.map((part) => part.posted_on)}::date[], ${posted.map((part) => part.entry_id)}::uuid[])
      as done (schedule_id, position, posted_on, entry_id)
    where part.organization_id = ${organization} and part.schedule_id = done.schedule_id
      and part.position = done.position`);
}

/** In place of the parts still to come, one that takes all of them. */
export function replaceOpenParts({ db, organization }: Context, scheduleId: string, last: PartRow): void {
  db.later(sql`
    delete from schedule_parts
    where organization_id = ${organization} and schedule_id = ${scheduleId} and posted_on is null`);
  db.later(sql`
    insert into schedule_parts (organization_id, schedule_id, position, due_date, amount, posted_on, entry_id)
    values (${organization}, ${scheduleId}, ${last.position}, ${last.due_date}, ${last.amount}, ${last.posted_on},
      ${last.entry_id})`);
}

type Change =
  | { readonly ended_on: string; readonly end_reason: string | null }
  | { readonly voided_on: string; readonly void_reason: string | null }
  | object;

/** Writes that a schedule changed; the caller says what. */
export function touchSchedules(
  { db, organization, now, actor }: Context,
  ids: readonly string[],
  change: Change,
): void {
  const set = {
    ended_on: null as string | null,
    end_reason: null as string | null,
    voided_on: null as string | null,
    void_reason: null as string | null,
    ...change,
  };
  db.later(sql`
    update schedules set ended_on = coalesce(${set.ended_on}, ended_on),
      end_reason = coalesce(${set.end_reason}, end_reason),
      voided_on = coalesce(${set.voided_on}, voided_on), void_reason = coalesce(${set.void_reason}, void_reason),
      voided_at = case when ${set.voided_on}::date is null then voided_at else ${now}::timestamptz end,
      version = version + 1, updated_at = ${now}, updated_by = ${JSON.stringify(actorStamp(actor))}
    where organization_id = ${organization} and id = any(${ids}::uuid[])`);
}
