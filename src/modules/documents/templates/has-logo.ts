import { sql } from '../../../db/sql.ts';
import type { Context } from '../../../operation/operation.ts';

/** True where a published template has a logo. */
export async function hasLogo({ db, organization }: Context): Promise<boolean> {
  const { found } = await db.one<{ found: boolean }>(sql`
    select exists (
      select from document_templates as template join document_template_versions as version
        on version.organization_id = template.organization_id and version.template_id = template.id
          and version.number = template.published_version
      where template.organization_id = ${organization} and template.archived_at is null
        and version.logo_sha256 is not null) as found`);
  return found;
}
