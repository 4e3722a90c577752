import { z } from 'zod';
import { addDays } from '../../../core/calendar.ts';
import { sql } from '../../../db/sql.ts';
import type { DailyLook } from '../../../operation/daily-look.ts';
import { notFound } from '../../../operation/errors.ts';
import { operation } from '../../../operation/operation.ts';
import { Id } from '../../../wire/index.ts';
import { factsOf } from '../document-record.ts';
import { quoteExpired } from '../events.ts';
import { statusOf } from '../status.ts';
import { lockDocument } from '../store.ts';

/** Older expiries were announced then, or were past before the job first ran. */
const lookedBackDays = 7;

/** Quotes that expired in the last days, of which nobody has been told. */
export async function newlyExpired({ db, organization, today, limit }: DailyLook): Promise<string[]> {
  const rows = await db.many<{ id: string }>(sql`
    select quote.id from documents as quote
    where quote.organization_id = ${organization} and quote.type = 'quote' and quote.status = 'open'
      and quote.valid_until between ${addDays(today, -lookedBackDays)} and ${addDays(today, -1)}
      and not exists (select from expired_quotes as told where told.organization_id = ${organization}
        and told.document_id = quote.id and told.valid_until = quote.valid_until)
    order by quote.id limit ${limit}`);
  return rows.map(({ id }) => id);
}

/**
 * Tells, once for each day that it was valid until, that a quote has expired. That follows from the day alone, so this
 * changes nothing of it. Not in the catalogue, since only the work that looks for them calls it.
 */
export const noteExpiredQuote = operation({
  name: 'note_expired_quote',
  summary: 'Note the expiry of a quote and emit its event.',
  http: 'POST /documents/{id}/note-expired',
  effect: 'write',
  permission: 'documents:read',
  mcp: 'hidden',
  input: z.strictObject({ id: Id('document') }),
  output: z.object({ told: z.boolean() }),
  refuses: [notFound],
  emits: [quoteExpired],
  async run(context, { id }) {
    const { db, organization } = context;
    const { row } = await lockDocument(context, { id });
    if (row.type !== 'quote' || statusOf(context, row) !== 'expired') return { told: false };
    const noted = await db.run(sql`
      insert into expired_quotes (organization_id, document_id, valid_until)
      values (${organization}, ${id}, ${row.valid_until})
      on conflict (organization_id, document_id, valid_until) do nothing`);
    if (noted === 0) return { told: false };
    context.emit(quoteExpired({ ...row, ...factsOf(context, row) }));
    return { told: true };
  },
});
