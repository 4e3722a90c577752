import { arrayText, sql } from '../../../db/sql.ts';
import { actorStamp } from '../../../operation/actor.ts';
import { invalidStateTransition } from '../../../operation/errors.ts';
import type { Context } from '../../../operation/operation.ts';
import { lockDraft, type ManualEntry } from './manual-entry.ts';

/** A posted entry that somebody entered, locked, while it stands. */
export async function lockEntered(context: Context, id: string, version: number | undefined): Promise<ManualEntry> {
  const entered = await lockDraft(context, id, version);
  if (entered.status === 'draft') throw invalidStateTransition({ status: 'draft', allowed: ['update_journal_entry'] });
  const reversed = await context.db.maybe(sql`
    select from journal_entries where organization_id = ${context.organization} and reverses_id = ${id}`);
  if (reversed !== undefined) throw invalidStateTransition({ status: 'reversed', allowed: [] });
  return entered;
}

export type LineValues = { readonly position: number; readonly ids: readonly string[] };

/** What lines of a posted entry are for from now on; the entry that moves them is posted by the caller. */
export function writeEnteredValues(context: Context, id: string, lines: readonly LineValues[]): void {
  const { db, organization, now, actor } = context;
  db.later(sql`
    update manual_entry_lines as line set dimension_value_ids = given.ids::uuid[]
    from unnest(${lines.map(({ position }) => position)}::int[], ${lines.map(({ ids }) => arrayText(ids))}::text[])
      as given (position, ids)
    where line.organization_id = ${organization} and line.entry_id = ${id} and line.position = given.position`);
  db.later(sql`
    update manual_entries set version = version + 1, updated_at = ${now},
      updated_by = ${JSON.stringify(actorStamp(actor))}
    where organization_id = ${organization} and id = ${id}`);
}
