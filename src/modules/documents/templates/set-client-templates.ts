import { z } from 'zod';
import { sql } from '../../../db/sql.ts';
import { actorStamp } from '../../../operation/actor.ts';
import { encoderOf } from '../../../operation/encode.ts';
import { notFound, validationFailed, versionConflict } from '../../../operation/errors.ts';
import { event } from '../../../operation/events.ts';
import { fault, missing } from '../../../operation/fault.ts';
import { type Context, operation } from '../../../operation/operation.ts';
import { undoneByEarlierValues } from '../../../operation/undo.ts';
import { Id } from '../../../wire/index.ts';
import { loadClients } from '../../clients/index.ts';
import { ClientTemplates, readClientTemplates } from './client-templates.ts';

const templatesMax = 20;

const templatesSet = event(
  'client.templates_set',
  ClientTemplates.pick({ client_id: true, template_ids: true, version: true }),
);

export const setClientTemplates = operation({
  name: 'set_client_templates',
  summary: 'Set the templates a client’s documents use before the defaults; an empty list removes them.',
  guidance: 'If several fit, the best match for type and language is used. Issued documents keep their template.',
  http: 'PUT /clients/{id}/document-templates',
  effect: 'write',
  permission: 'documents:manage',
  mcp: 'action',
  redirectsMoney: true,
  undo: undoneByEarlierValues('set_client_templates'),
  input: z.strictObject({
    id: Id('client'),
    template_ids: z.array(Id('document_template')).max(templatesMax),
    version: z.int().min(0).optional(),
  }),
  output: ClientTemplates,
  refuses: [validationFailed, notFound, versionConflict],
  emits: [templatesSet],
  async run(context, { id, template_ids: ids, version }) {
    const { db, organization, now, actor } = context;
    const [clients, before] = await Promise.all([
      loadClients(context, [id]),
      readClientTemplates(context, id),
      checkAll(context, ids),
    ]);
    if (!clients.has(id)) throw notFound();
    if (version !== undefined && version !== before.version) throw versionConflict({ current_version: before.version });
    context.before(encoderOf(ClientTemplates)(before));
    const stamp = actorStamp(actor);
    db.later(sql`
      insert into client_templates (organization_id, client_id, template_ids, version, updated_at, updated_by)
      values (${organization}, ${id}, ${ids}::uuid[], ${before.version + 1}, ${now}, ${JSON.stringify(stamp)})
      on conflict (organization_id, client_id) do update set template_ids = excluded.template_ids,
        version = client_templates.version + 1, updated_at = excluded.updated_at, updated_by = excluded.updated_by`);
    const after = { client_id: id, template_ids: ids, version: before.version + 1, updated_at: now, updated_by: stamp };
    context.emit(templatesSet(after));
    return after;
  },
});

/** Each of them is there, and named once. */
async function checkAll({ db, organization }: Context, ids: readonly string[]): Promise<void> {
  const found = await db.many<{ id: string }>(sql`
    select id from document_templates where organization_id = ${organization} and id = any(${[...ids]}::uuid[])`);
  for (const [index, id] of ids.entries()) {
    const pointer = `/template_ids/${index}`;
    if (!found.some((one) => one.id === id)) throw missing(pointer, 'document template');
    if (ids.indexOf(id) !== index) throw fault(pointer, 'sent_twice', 'List each template once.');
  }
}
