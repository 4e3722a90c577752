import type { Operation } from '../../operation/operation.ts';
import { cancelImport } from './cancel-import.ts';
import { createImport } from './create-import.ts';
import { getImport } from './get-import.ts';
import { getImportErrors } from './get-import-errors.ts';
import { inspectImport } from './inspect-import.ts';
import { listImports } from './list-imports.ts';

export { eraseImported } from './erase-imported.ts';
export const operations: readonly Operation[] = [
  createImport,
  inspectImport,
  getImport,
  listImports,
  cancelImport,
  getImportErrors,
];

export { advanceImport } from './advance-import.ts';
export { stepsFor } from './bring-in.ts';
export type { Answered, ImportContext, Step } from './import-context.ts';
export { cellFault } from './check-cells.ts';
export type { Kind } from './fields.ts';
export { finishImport } from './finish-import.ts';
export { isFound, lookup } from './find.ts';
export { findAhead } from './find-ahead.ts';
export { type CalledClients, type CalledVariants, findCalledClients, findCalledVariants } from './find-called.ts';
export { buildsOn } from './builds-on.ts';
export type { ImportRecord } from './import-record.ts';
export { externalIdOf } from './known-again.ts';
export { readTables, recordsIn } from './records.ts';
export { inDigits } from './amounts.ts';
export { amountOfRecord, isAmount } from './record-amount.ts';
export { type CountedAmount, sumImport } from './sum-import.ts';
export { beginImport, endImport, filesOf, type Outcome } from './run-store.ts';
