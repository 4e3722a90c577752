import { z } from 'zod';
import { invalidStateTransition, notFound, versionConflict } from '../../../operation/errors.ts';
import { operation } from '../../../operation/operation.ts';
import { undoneBy } from '../../../operation/undo.ts';
import { Id, Version } from '../../../wire/index.ts';
import { Account, accountInUse, accountIsSystem, accounts } from './account.ts';

export const archiveAccount = operation({
  name: 'archive_account',
  summary: 'Archive an account. Its entries and balance stay in every report.',
  http: 'POST /accounts/{id}/archive',
  effect: 'write',
  permission: 'ledger:manage',
  mcp: 'action',
  idempotent: true,
  undo: undoneBy('restore_account'),
  input: z.strictObject({ id: Id('account'), version: Version.optional() }),
  output: Account,
  refuses: [accountInUse, accountIsSystem, invalidStateTransition, notFound, versionConflict],
  emits: [accounts.events.archived],
  async run(context, { id, version }) {
    const current = await accounts.lock(context, id, version);
    if (current.system_role !== null) throw accountIsSystem({ system_role: current.system_role });
    return accounts.archive(context, current);
  },
});
