import type { Operation } from '../../operation/operation.ts';
import { cancelImport } from './cancel-import.ts';
import { createImport } from './create-import.ts';
import { getImport } from './get-import.ts';
import { getImportErrors } from './get-import-errors.ts';
import { listImports } from './list-imports.ts';

export const operations: readonly Operation[] = [createImport, getImport, listImports, cancelImport, getImportErrors];

export { bringIn, type Desk } from './bring-in.ts';
export { readTables, recordsIn } from './records.ts';
export { beginImport, endImport, filesOf, noteOutcomes, type Outcome } from './run-store.ts';
