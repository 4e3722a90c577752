import type { RuleConditions } from '../../src/matching/rules.ts';

/** Conditions that ask for nothing. */
export const anyLine: RuleConditions = {
  bankAccountIds: [],
  direction: null,
  amountMin: null,
  amountMax: null,
  currency: null,
  wordsAll: [],
  wordsAny: [],
  counterpartyName: null,
  counterpartyAccount: null,
};
