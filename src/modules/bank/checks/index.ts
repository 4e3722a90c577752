import type { Check } from '../../../operation/check.ts';
import { linesOnce } from './lines-once.ts';
import { matchesComeToLines } from './matches-come-to-lines.ts';
import { matchesInBooks } from './matches-in-books.ts';
import { reconciledDays } from './reconciled-days.ts';
import { scheduledPayments } from './scheduled-payments.ts';
import { statementChain } from './statement-chain.ts';
import { statementsBalance } from './statements-balance.ts';

export const checks: readonly Check[] = [
  statementsBalance,
  statementChain,
  linesOnce,
  matchesComeToLines,
  matchesInBooks,
  reconciledDays,
  scheduledPayments,
];
