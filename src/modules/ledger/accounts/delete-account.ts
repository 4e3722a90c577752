import { z } from 'zod';
import { sql } from '../../../db/sql.ts';
import { hasHistory, notFound, versionConflict } from '../../../operation/errors.ts';
import { operation } from '../../../operation/operation.ts';
import { Id } from '../../../wire/index.ts';
import { AccountAtVersion, accountDeleted, accountIsSystem } from './account.ts';
import { lockAccount, wireAccount } from './account-store.ts';

export const deleteAccount = operation({
  name: 'delete_account',
  summary: 'Delete an account without entries that no record refers to.',
  guidance: 'To retire any other account, use archive_account.',
  http: 'DELETE /accounts/{id}',
  effect: 'destructive',
  permission: 'ledger:manage',
  mcp: 'action',
  input: AccountAtVersion,
  output: z.object({ id: Id('account'), deleted: z.literal(true) }),
  refuses: [accountIsSystem, hasHistory, notFound, versionConflict],
  emits: [accountDeleted],
  async run(context, { id, version }) {
    const account = await lockAccount(context, id, version);
    if (account.system_role !== null) throw accountIsSystem({ system_role: account.system_role });
    // Whoever refers to accounts says so by a foreign key, and its violation is the refusal.
    context.db.later(sql`delete from accounts where organization_id = ${context.organization} and id = ${id}`);
    context.before(wireAccount(account));
    context.emit(accountDeleted(account));
    return { id, deleted: true as const };
  },
});
