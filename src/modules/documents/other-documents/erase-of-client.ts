import { sql } from '../../../db/sql.ts';
import type { Context } from '../../../operation/operation.ts';
import { releaseContent } from '../../files/index.ts';

/** Uploaded documents that belong to a client and to nothing else; the rest belongs to records that are kept. */
export function uploadsOf({ db, organization }: Context, client: string): Promise<{ id: string; sha256: string }[]> {
  return db.many(sql`
    select other.id, other.sha256 from other_documents as other
    where other.organization_id = ${organization} and other.id in (
      select other_document_id from other_document_links
      where organization_id = ${organization} and client_id = ${client})
      and not exists (select from other_document_links as link
        where link.organization_id = ${organization} and link.other_document_id = other.id
          and link.client_id is distinct from ${client})
    order by other.id for update`);
}

/** Takes out of series that have ended what they are called. */
export function eraseSeriesNames({ db, organization }: Context, ids: readonly string[]): void {
  db.later(sql`
    update recurring_documents set name = 'Erased', external_id = null, metadata = '{}', custom_fields = '{}',
      tags = '{}', last_error = null
    where organization_id = ${organization} and id = any(${ids}::uuid[])`);
}

/** Removes them with what they say; their bytes go within a day, unless another record holds the same. */
export function eraseUploads(context: Context, uploads: readonly { id: string; sha256: string }[]): void {
  const { db, organization } = context;
  const ids = uploads.map(({ id }) => id);
  db.later(sql`
    delete from other_document_links
    where organization_id = ${organization} and other_document_id = any(${ids}::uuid[])`);
  db.later(sql`delete from other_documents where organization_id = ${organization} and id = any(${ids}::uuid[])`);
  releaseContent(
    context,
    uploads.map(({ sha256 }) => sha256),
  );
}
