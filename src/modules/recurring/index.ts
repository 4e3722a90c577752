/** Recurring records: schedule, status, and the making of each occurrence once. */
export { changeStatus } from './change-status.ts';
export { courseInput, createRecurring, rhythmInput } from './create-recurring.ts';
export { noteFailure, type Runnable, runnableRecurring } from './job.ts';
export { operationFor, recurringEvents, type RecurringKind, type RecurringTable } from './kind.ts';
export {
  progressFields,
  recurringFilters,
  type RecurringRow,
  recurringSorts,
  rhythmFields,
  statusField,
} from './recurring.ts';
export { runRecurring } from './run-recurring.ts';
export { columnsOf, readRecurring } from './store.ts';
export { updateRecurring } from './update-recurring.ts';
