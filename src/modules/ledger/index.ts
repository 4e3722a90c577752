import type { Operation } from '../../operation/operation.ts';
import { archiveAccount } from './archive-account.ts';
import { createAccount } from './create-account.ts';
import { getAccount } from './get-account.ts';
import { getJournalEntry } from './get-journal-entry.ts';
import { listAccounts } from './list-accounts.ts';
import { listJournalEntries } from './list-journal-entries.ts';
import { restoreAccount } from './restore-account.ts';
import { updateAccount } from './update-account.ts';

export { loadAccounts } from './account-store.ts';
export { accountsByCode } from './accounts-by-code.ts';
export { accountsByRole, type AccountsByRole } from './accounts-by-role.ts';
export {
  accountBalances,
  type AccountMovement,
  accountMovements,
  balanceBefore,
  keyBalances,
  latestEntry,
} from './balances.ts';
export { accountClasses, type AccountClass, type AccountType, controlRoles } from './chart.ts';
export { type Cell, csvFile, digits } from './csv-file.ts';
export { entriesOf, exportJournal, journalFormats } from './export-journal.ts';
export { exportAccounts, type ExportedEntry } from './export-pages.ts';
export { entryKinds, recordId } from './journal-entry.ts';
export { post, type Posting } from './post.ts';
export { reversalsOf } from './reversals-of.ts';
export { seedAccounts } from './seed-accounts.ts';

export const operations: readonly Operation[] = [
  listAccounts,
  getAccount,
  createAccount,
  updateAccount,
  archiveAccount,
  restoreAccount,
  listJournalEntries,
  getJournalEntry,
];
