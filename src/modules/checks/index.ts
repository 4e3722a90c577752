import type { Operation } from '../../operation/operation.ts';
import { checkBooks } from './check-books.ts';

export { everyCheck } from './every-check.ts';
export { runCheck, type Verdict, verdictQuery } from './run-check.ts';

export const operations: readonly Operation[] = [checkBooks];
