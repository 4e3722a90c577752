import type { Operation } from '../../operation/operation.ts';
import { archiveAccount } from './archive-account.ts';
import { createAccount } from './create-account.ts';
import { createJournalEntry } from './create-journal-entry.ts';
import { createLockException } from './create-lock-exception.ts';
import { deleteAccount } from './delete-account.ts';
import { deleteJournalEntry } from './delete-journal-entry.ts';
import { getAccount } from './get-account.ts';
import { getJournalEntry } from './get-journal-entry.ts';
import { getLockException } from './get-lock-exception.ts';
import { getPeriodLocks } from './get-period-locks.ts';
import { listAccounts } from './list-accounts.ts';
import { listJournalEntries } from './list-journal-entries.ts';
import { listLockExceptions } from './list-lock-exceptions.ts';
import { postJournalEntry } from './post-journal-entry.ts';
import { restoreAccount } from './restore-account.ts';
import { reverseJournalEntry } from './reverse-journal-entry.ts';
import { revokeLockException } from './revoke-lock-exception.ts';
import { setOpeningBalances } from './set-opening-balances.ts';
import { setPeriodLocks } from './set-period-locks.ts';
import { updateAccount } from './update-account.ts';
import { updateJournalEntry } from './update-journal-entry.ts';

export { checks } from './checks/index.ts';
export { booksAgainst } from './checks/books-against.ts';
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
export { type ClientFlow, clientFlows } from './client-flows.ts';
export { accountClasses, type AccountClass, type AccountType, controlRoles, isControl } from './chart.ts';
export { type Cell, csvFile, csvText, digits } from './csv-file.ts';
export { entriesOf, exportJournal, journalFormats, journalText } from './export-journal.ts';
export { exportAccounts, type ExportedEntry } from './export-pages.ts';
export { openDay, reversalDate, reversalDay } from './open-day.ts';
export { entryKinds, recordId } from './journal-entry.ts';
export { currencyHeld, type CurrencyHeld, lockMoneyAccounts, type MoneyAccount } from './money-accounts.ts';
export { lockedThrough } from './period-locks.ts';
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
  deleteAccount,
  listJournalEntries,
  getJournalEntry,
  createJournalEntry,
  updateJournalEntry,
  deleteJournalEntry,
  postJournalEntry,
  reverseJournalEntry,
  setOpeningBalances,
  getPeriodLocks,
  setPeriodLocks,
  listLockExceptions,
  getLockException,
  createLockException,
  revokeLockException,
];
