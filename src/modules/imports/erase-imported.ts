import { sql } from '../../db/sql.ts';
import type { Context } from '../../operation/operation.ts';

/** Drops what imports that are over keep of their files, where one of these texts is in it, which are in lower case. */
export function eraseImported({ db, organization }: Context, texts: readonly string[]): void {
  db.later(sql`
    delete from import_files using imports
    where imports.organization_id = ${organization} and imports.state not in ('queued', 'running')
      and import_files.organization_id = imports.organization_id and import_files.import_id = imports.id
      and exists (select from unnest(${texts}::text[]) as text where position(text in lower(content)) > 0)`);
  db.later(sql`
    delete from import_faults
    where organization_id = ${organization}
      and exists (select from unnest(${texts}::text[]) as text where position(text in lower(message)) > 0)`);
  db.later(sql`
    update imports set footers = '[]'
    where organization_id = ${organization} and state not in ('queued', 'running')
      and exists (select from unnest(${texts}::text[]) as text where position(text in lower(footers::text)) > 0)`);
}
