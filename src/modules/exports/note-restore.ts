import { z } from 'zod';
import { event } from '../../operation/events.ts';
import { operation } from '../../operation/operation.ts';
import { Instant } from '../../wire/index.ts';

const Restore = z.object({
  made_at: Instant,
  made_by: z.string(),
  sha256: z.string(),
  records: z.int(),
  files: z.int(),
  audit_head: z.string().nullable(),
});

const organizationRestored = event('organization.restored', Restore);

/** Tells the log of an organisation that it came from an archive, and from which. Only the command calls it. */
export const noteRestore = operation({
  name: 'note_restore',
  summary: 'Note a restore of the organisation from an archive.',
  http: 'POST /exports/restored',
  effect: 'write',
  permission: 'data:import',
  mcp: 'hidden',
  input: z.strictObject({
    made_at: Instant,
    made_by: z.string().max(200),
    sha256: z.string().max(64),
    records: z.int(),
    files: z.int(),
    /** Head of the audit log at the source, in hex, for comparison with one noted down. */
    audit_head: z.string().max(64).nullable(),
  }),
  output: Restore,
  emits: [organizationRestored],
  async run(context, restore) {
    context.emit(organizationRestored(restore));
    return restore;
  },
});
