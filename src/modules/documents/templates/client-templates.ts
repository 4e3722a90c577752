import { z } from 'zod';
import { sql } from '../../../db/sql.ts';
import type { Context } from '../../../operation/operation.ts';
import { ActorStamp, Id, Instant } from '../../../wire/index.ts';

/** Templates for the documents of a client. */
export const ClientTemplates = z.object({
  client_id: Id('client'),
  template_ids: z.array(Id('document_template')).describe('The template that best fits the type and language is used.'),
  version: z.int(),
  updated_at: Instant.nullable(),
  updated_by: ActorStamp.nullable(),
});
export type ClientTemplates = z.output<typeof ClientTemplates>;

export async function readClientTemplates({ db, organization }: Context, client: string): Promise<ClientTemplates> {
  // In the order in which they were named, without those that were deleted since.
  const row = await db.maybe<ClientTemplates>(sql`
    select client_id, version, updated_at, updated_by, array(
      select template.id from unnest(template_ids) with ordinality as chosen (id, place)
      join document_templates as template on template.organization_id = ${organization} and template.id = chosen.id
      order by chosen.place) as template_ids
    from client_templates where organization_id = ${organization} and client_id = ${client}`);
  return row ?? { client_id: client, template_ids: [], version: 0, updated_at: null, updated_by: null };
}
