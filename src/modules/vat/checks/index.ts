import type { Check } from '../../../operation/check.ts';
import { draftsComplete } from './drafts-complete.ts';
import { linesDeclaredOnce } from './lines-declared-once.ts';
import { returnsSettled } from './returns-settled.ts';

export const checks: readonly Check[] = [linesDeclaredOnce, draftsComplete, returnsSettled];
