import { invalidStateTransition, notFound, versionConflict } from '../../../operation/errors.ts';
import { operation } from '../../../operation/operation.ts';
import { undoneBy } from '../../../operation/undo.ts';
import { Account, AccountAtVersion, accountRestored } from './account.ts';
import { lockAccount, saveAccount, wireAccount } from './account-store.ts';

export const restoreAccount = operation({
  name: 'restore_account',
  summary: 'Restore an archived account.',
  http: 'POST /accounts/{id}/restore',
  effect: 'write',
  permission: 'ledger:manage',
  mcp: 'action',
  idempotent: true,
  undo: undoneBy('archive_account'),
  input: AccountAtVersion,
  output: Account,
  refuses: [invalidStateTransition, notFound, versionConflict],
  emits: [accountRestored],
  async run(context, { id, version }) {
    const current = await lockAccount(context, id, version);
    if (current.archived_at === null) throw invalidStateTransition({ status: 'active', allowed: ['archive_account'] });
    const account = await saveAccount(context, { ...current, archived_at: null });
    context.before(wireAccount(current));
    context.emit(accountRestored(account));
    return account;
  },
});
