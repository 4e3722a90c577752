import { type Sql, sql } from '../../db/sql.ts';
import type { Context } from '../../operation/operation.ts';

/** Has files go with a document, in this order, without waiting. */
export function attachFiles({ db, organization, now }: Context, documentId: string, fileIds: readonly string[]): void {
  if (fileIds.length === 0) return;
  db.later(sql`
    insert into file_links (organization_id, file_id, document_id, position, created_at)
    select ${organization}, file_id, ${documentId}, position, ${now}
    from unnest(${fileIds}::uuid[]) with ordinality as attached (file_id, position)`);
}

/** Takes all files off a document. The files themselves stay. */
export function detachFiles({ db, organization }: Context, documentId: string): void {
  db.later(sql`delete from file_links where organization_id = ${organization} and document_id = ${documentId}`);
}

/** The files that go with a document, as they are called by now, as JSON; for a statement that knows its id. */
export function attachedBy({ organization, id }: { readonly organization: Sql; readonly id: Sql }): Sql {
  return sql`(select coalesce(jsonb_agg(jsonb_build_object('file_id', f.id, 'name', f.name,
      'content_type', f.content_type, 'size', f.size, 'sha256', f.sha256) order by l.position), '[]')
    from file_links as l join files as f on f.organization_id = l.organization_id and f.id = l.file_id
    where l.organization_id = ${organization} and l.document_id = ${id})`;
}
