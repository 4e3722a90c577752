import { invalidStateTransition, notFound, versionConflict } from '../../../operation/errors.ts';
import { operation } from '../../../operation/operation.ts';
import { undoneBy } from '../../../operation/undo.ts';
import { Account, accountArchived, AccountAtVersion, accountIsSystem } from './account.ts';
import { lockAccount, saveAccount, wireAccount } from './account-store.ts';

export const archiveAccount = operation({
  name: 'archive_account',
  summary: 'Archive an account. Its entries and balance stay in every report.',
  http: 'POST /accounts/{id}/archive',
  effect: 'write',
  permission: 'ledger:manage',
  mcp: 'action',
  idempotent: true,
  undo: undoneBy('restore_account'),
  input: AccountAtVersion,
  output: Account,
  refuses: [accountIsSystem, invalidStateTransition, notFound, versionConflict],
  emits: [accountArchived],
  async run(context, { id, version }) {
    const current = await lockAccount(context, id, version);
    if (current.system_role !== null) throw accountIsSystem({ system_role: current.system_role });
    if (current.archived_at !== null)
      throw invalidStateTransition({ status: 'archived', allowed: ['restore_account'] });
    const account = await saveAccount(context, { ...current, archived_at: context.now });
    context.before(wireAccount(current));
    context.emit(accountArchived(account));
    return account;
  },
});
