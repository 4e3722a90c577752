/**
 * Rules for lines of bank statements: the first that fits a line says what it is.
 *
 * Texts are compared word by word and not by patterns of the user: a search is linear in the text whoever wrote it, and
 * bookkeepers name words. A line that reads `MIETE11/2026` has the word `miete`, `Bluerent` has no `rent`.
 */
import { absolute } from '../core/absolute.ts';
import { wholePercent } from '../core/decimal.ts';
import { folded } from '../core/fold.ts';
import { sum } from '../core/list.ts';
import { divide } from '../core/rounding.ts';
import { scoreOf, told } from './candidates.ts';
import type { Line, Suggestion, Target } from './model.ts';
import { nameWords } from './names.ts';

export const ruleModes = ['suggest', 'book'] as const;

/** Null and empty lists ask for nothing. */
export type RuleConditions = {
  readonly bankAccountIds: readonly string[];
  readonly direction: 'in' | 'out' | null;
  /** Without a sign, in minor units of `currency`. */
  readonly amountMin: bigint | null;
  readonly amountMax: bigint | null;
  readonly currency: string | null;
  readonly wordsAll: readonly string[];
  readonly wordsAny: readonly string[];
  readonly counterpartyName: string | null;
  readonly counterpartyAccount: string | null;
};

export type RuleTarget = {
  readonly kind: 'account' | 'client_credit' | 'supplier_credit' | 'bank_account';
  readonly id: string;
  /** In millionths of a percent of the line, or in minor units. The one with neither takes the rest. */
  readonly percent: bigint | null;
  readonly amount: bigint | null;
  /** Of an account: the values of dimensions that it is for. */
  readonly dimensions?: readonly string[] | undefined;
};

export type Rule = {
  readonly id: string;
  readonly name: string;
  readonly mode: (typeof ruleModes)[number];
  readonly conditions: RuleConditions;
  readonly targets: readonly RuleTarget[];
};

type LineOfRule = Pick<
  Line,
  'bankAccountId' | 'currency' | 'amount' | 'counterpartyName' | 'counterpartyAccount' | 'text'
>;

/** Evidence from which another suggestion has to be looked at by a person before a rule books. */
const contestedScore = 50;

/** Words one after the other, each with a space on either side; digits are words of their own. */
export function ruleText(...texts: readonly (string | null)[]): string {
  return ` ${(folded(...texts).match(/[\p{L}\p{M}]+|\p{N}+/gu) ?? []).join(' ')} `;
}

type Prepared = {
  readonly rule: Rule;
  readonly all: readonly string[];
  readonly any: readonly string[];
  readonly name: readonly string[];
  readonly account: string | null;
};

export class Rules {
  readonly #rules: readonly Prepared[];

  /** In their order. */
  constructor(rules: readonly Rule[]) {
    this.#rules = rules.map((rule) => ({
      rule,
      all: rule.conditions.wordsAll.map((words) => ruleText(words)),
      any: rule.conditions.wordsAny.map((words) => ruleText(words)),
      name: nameWords(rule.conditions.counterpartyName ?? ''),
      account: plainAccount(rule.conditions.counterpartyAccount),
    }));
  }

  /** The first rule that fits, and what the line is by it. */
  first(line: LineOfRule): { readonly rule: Rule; readonly targets: readonly Target[] } | undefined {
    const text = ruleText(line.text, line.counterpartyName);
    for (const prepared of this.#rules) {
      const targets = fits(prepared, line, text) ? splitOf(prepared.rule.targets, line) : undefined;
      if (targets !== undefined) return { rule: prepared.rule, targets };
    }
    return undefined;
  }

  /**
   * Suggestions with that of the first rule that fits, the likeliest first. A rule is certain where it books and
   * nothing else speaks for the line; what is certain without it goes before it.
   */
  join(line: Line, suggestions: readonly Suggestion[], refusedIds: readonly string[] = []): Suggestion[] {
    const found = this.first(line);
    if (found === undefined || line.amount === 0n) return [...suggestions];
    const { rule, targets } = found;
    const isContested = suggestions.some(({ score, isCertain }) => isCertain || score >= contestedScore);
    const evidence = [told('rule', rule.name)];
    const own: Suggestion = {
      score: scoreOf(evidence),
      targets,
      fee: 0n,
      isExplained: true,
      isCertain: rule.mode === 'book' && !isContested && !refusedIds.includes(rule.id),
      evidence,
      ruleId: rule.id,
      isUncontested: !isContested,
    };
    const certain = suggestions.filter(({ isCertain }) => isCertain);
    const others = suggestions.filter(({ isCertain }) => !isCertain);
    return [...certain, ...[own, ...others].toSorted((a, b) => b.score - a.score)];
  }
}

function fits({ rule, all, any, name, account }: Prepared, line: LineOfRule, text: string): boolean {
  const { conditions: asked } = rule;
  const amount = absolute(line.amount);
  return (
    (asked.bankAccountIds.length === 0 || asked.bankAccountIds.includes(line.bankAccountId)) &&
    (asked.direction === null || (asked.direction === 'in') === line.amount > 0n) &&
    (asked.currency === null || asked.currency === line.currency) &&
    (asked.amountMin === null || amount >= asked.amountMin) &&
    (asked.amountMax === null || amount <= asked.amountMax) &&
    all.every((words) => text.includes(words)) &&
    (any.length === 0 || any.some((words) => text.includes(words))) &&
    hasName(line, name) &&
    (account === null || account === plainAccount(line.counterpartyAccount))
  );
}

function hasName({ counterpartyName }: LineOfRule, words: readonly string[]): boolean {
  if (words.length === 0) return true;
  const own = new Set(nameWords(counterpartyName ?? ''));
  return words.every((word) => own.has(word));
}

/** Banks group digits and letters of an account as they like. */
function plainAccount(account: string | null): string | null {
  return account === null ? null : account.replaceAll(/[^\p{L}\p{N}]/gu, '').toUpperCase();
}

/**
 * Parts of a line, which come to it to the cent: each percentage is rounded by itself, and the target without a part
 * takes what is left. Undefined where nothing would be left, or the money would go to the account that it is on.
 */
export function splitOf(
  targets: readonly RuleTarget[],
  { amount, bankAccountId }: Pick<Line, 'amount' | 'bankAccountId'>,
): Target[] | undefined {
  const whole = absolute(amount);
  const fixed = targets.map(({ percent, amount: given }) =>
    percent === null ? given : divide(whole * percent, wholePercent, 'half_up'),
  );
  const rest = whole - sum(fixed.map((part) => part ?? 0n));
  if (rest <= 0n || targets.some(({ kind, id }) => kind === 'bank_account' && id === bankAccountId)) return undefined;
  return targets.flatMap(({ kind, id, dimensions }, index) => {
    const part = fixed[index] ?? rest;
    return part === 0n ? [] : [{ kind, id, amount: part, dimensions }];
  });
}
