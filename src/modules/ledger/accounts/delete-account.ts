import { z } from 'zod';
import { hasHistory, notFound, versionConflict } from '../../../operation/errors.ts';
import { operation } from '../../../operation/operation.ts';
import { Id, Version } from '../../../wire/index.ts';
import { accountIsSystem, accounts } from './account.ts';

export const deleteAccount = operation({
  name: 'delete_account',
  summary: 'Delete an account without entries that no record refers to.',
  guidance: 'To retire any other account, use archive_account.',
  http: 'DELETE /accounts/{id}',
  effect: 'destructive',
  permission: 'ledger:manage',
  mcp: 'action',
  noUndo: 'deleted',
  input: z.strictObject({ id: Id('account'), version: Version.optional() }),
  output: z.object({ id: Id('account'), deleted: z.literal(true) }),
  refuses: [accountIsSystem, hasHistory, notFound, versionConflict],
  emits: [accounts.events.deleted],
  async run(context, { id, version }) {
    const current = await accounts.lock(context, id, version);
    if (current.system_role !== null) throw accountIsSystem({ system_role: current.system_role });
    return accounts.remove(context, current);
  },
});
