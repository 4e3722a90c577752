import { z } from 'zod';
import { sql } from '../../db/sql.ts';
import type { Context } from '../../operation/operation.ts';
import { ActorStamp, Day, Id, Instant } from '../../wire/index.ts';

export const holds = ['none', 'paused', 'disputed'] as const;

/** Hold on the reminders of a document, and its reason. */
export const DocumentHold = z.object({
  document_id: Id('document'),
  hold: z.enum(holds),
  reason: z.string().nullable(),
  since: Day.nullable(),
  version: z.int(),
  updated_at: Instant.nullable(),
  updated_by: ActorStamp.nullable(),
});
export type DocumentHold = z.output<typeof DocumentHold>;

export async function readHold({ db, organization }: Context, documentId: string): Promise<DocumentHold> {
  const row = await db.maybe<DocumentHold>(sql`
    select document_id, hold, reason, since, version, updated_at, updated_by from document_holds
    where organization_id = ${organization} and document_id = ${documentId}`);
  const never = { reason: null, since: null, version: 0, updated_at: null, updated_by: null };
  return row ?? { document_id: documentId, hold: 'none', ...never };
}
