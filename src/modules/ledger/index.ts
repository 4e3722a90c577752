import type { Operation } from '../../operation/operation.ts';
import { getAccount, restoreAccount } from './accounts/account.ts';
import { archiveAccount } from './accounts/archive-account.ts';
import { createAccount } from './accounts/create-account.ts';
import { createJournalEntry } from './entries/create-journal-entry.ts';
import { createLockException } from './locks/create-lock-exception.ts';
import { deleteAccount } from './accounts/delete-account.ts';
import { deleteJournalEntry } from './entries/delete-journal-entry.ts';
import { getJournalEntry } from './entries/get-journal-entry.ts';
import { getLockException } from './locks/get-lock-exception.ts';
import { getPeriodLocks } from './locks/get-period-locks.ts';
import { listAccounts } from './accounts/list-accounts.ts';
import { listJournalEntries } from './entries/list-journal-entries.ts';
import { listLockExceptions } from './locks/list-lock-exceptions.ts';
import { postJournalEntry } from './entries/post-journal-entry.ts';
import { reverseJournalEntry } from './entries/reverse-journal-entry.ts';
import { revokeLockException } from './locks/revoke-lock-exception.ts';
import { setOpeningBalances } from './entries/set-opening-balances.ts';
import { setPeriodLocks } from './locks/set-period-locks.ts';
import { updateAccount } from './accounts/update-account.ts';
import { updateJournalEntry } from './entries/update-journal-entry.ts';

export { checks } from './checks/index.ts';
export { booksState } from './books-state.ts';
export { openWork } from './open-work.ts';
export { booksAgainst } from './checks/books-against.ts';
export { loadAccounts } from './accounts/account.ts';
export { accountChoice, chosenAccount } from './accounts/chosen-account.ts';
export { accountsByCode } from './accounts/accounts-by-code.ts';
export { accountsNamed } from './accounts/accounts-named.ts';
export { accountsByRole, type AccountsByRole } from './accounts/accounts-by-role.ts';
export {
  type AccountBalance,
  accountBalances,
  type AccountMovement,
  accountMovements,
  balanceBefore,
  keyBalances,
  resultOf,
} from './balances/balances.ts';
export { currencyHoldings } from './balances/currency-holdings.ts';
export { type ClientFlow, clientFlows } from './balances/client-flows.ts';
export {
  accountClasses,
  type AccountClass,
  type AccountType,
  accountTypes,
  controlRoles,
  isControl,
  type SystemRole,
  systemRoleOf,
  systemRoles,
} from './accounts/chart.ts';
export { classOf } from './chart-position.ts';
export { type Cell, csvFile, csvText, digits } from './exports/csv-file.ts';
export { entriesOf, entryTotals, exportJournal, journalFormats, journalText } from './exports/export-journal.ts';
export { exportAccounts, type ExportedAccount, type ExportedEntry } from './exports/export-pages.ts';
export { entryFacts, factNames, lineFacts, percentText } from './exports/entry-facts.ts';
export { Paper, type PaperOfEntry } from './entries/paper.ts';
export { entryOrigins, type EntryOrigin } from './entries/entry-origins.ts';
export { dimensionPlaces, lineNames, type LineNames } from './entries/line-names.ts';
export { openDay, openDays, reversalDate, reversalDay } from './locks/open-day.ts';
export { SourceId } from './entries/source-id.ts';
export { entryKinds, recordId } from './entries/journal-entry.ts';
export {
  currencyHeld,
  type CurrencyHeld,
  lockMoneyAccounts,
  type MoneyAccount,
  moneyAccounts,
} from './accounts/money-accounts.ts';
export { hardLockStays, lockedForTax, lockedThrough, periodsLocked } from './locks/period-locks.ts';
export { setPeriodLocks } from './locks/set-period-locks.ts';
export { postDueParts } from './entries/due-parts.ts';
export { post, type Posting } from './entries/post.ts';
export {
  refuseLackingDimensions,
  type RequiredDimension,
  requiredDimensions,
  rolesAndRequired,
} from './entries/required-dimensions.ts';
export { lockEntered, writeEnteredValues } from './entries/entered-lines.ts';
export { type LineValues, writeLineValues } from './entries/write-line-values.ts';
export { type HeldByValues, heldByValues } from './entries/held-by-values.ts';
export { entryOfRecord } from './entries/manual-entry.ts';
export { bankConfirmed } from './entries/bank-confirmed.ts';
export { controlAccount } from './entries/manual-entry.ts';
export { createJournalEntry } from './entries/create-journal-entry.ts';
export { reverseJournalEntry } from './entries/reverse-journal-entry.ts';
export { linesOfEntries, reversalPosting, reversalsOf } from './entries/reversals-of.ts';
export { AccountCode, accountCodeTaken, accountEvents } from './accounts/account.ts';
export { accountsMax } from './accounts/create-account.ts';
export { accountsNotMapped, renumberAccounts } from './charts/renumber-accounts.ts';
export { accountsOf, codeIn } from './charts/charts.ts';
export { seedAccounts } from './accounts/seed-accounts.ts';

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
