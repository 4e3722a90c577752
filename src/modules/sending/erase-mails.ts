import { sql } from '../../db/sql.ts';
import type { Context } from '../../operation/operation.ts';

const erased = 'erased';

/** Takes out of the mails about documents whom they went to and what they said, and ends the links in them. */
export function eraseMails({ db, organization, now }: Context, documents: readonly string[]): void {
  db.later(sql`
    update document_mails set recipient = ${erased}, recipient_name = null, subject = ${erased}, message = ${erased},
      response = null, erased_at = ${now}
    where organization_id = ${organization} and document_id = any(${documents}::uuid[]) and erased_at is null`);
  db.later(sql`
    update document_shares set recipient = null, revoked_at = coalesce(revoked_at, ${now})
    where organization_id = ${organization} and document_id = any(${documents}::uuid[])`);
}
