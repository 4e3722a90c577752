import type { Operation } from '../../operation/operation.ts';
import { checkBooks } from './check-books.ts';
import { getLastChecks } from './get-last-checks.ts';
import { keepChecks } from './keep-checks.ts';

export { lastOutcome, Outcome } from './kept-checks.ts';
export { everyCheck } from './every-check.ts';
export { checksJob, isToBeChecked, nextNight, seedChecks } from './nightly.ts';
export { runCheck, type Verdict, verdictQuery } from './run-check.ts';

export const operations: readonly Operation[] = [checkBooks, keepChecks, getLastChecks];
