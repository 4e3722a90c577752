import { z } from 'zod';
import { type Decimal, formatDecimal, parseDecimal, percentScale, wholePercent } from '../../../core/decimal.ts';
import { formatMoney, type Money, moneyFrom } from '../../../core/money.ts';
import { fault } from '../../../operation/fault.ts';
import type { Context } from '../../../operation/operation.ts';
import { baseOf } from '../../exchange/index.ts';
import { DimensionValueIds } from '../../dimensions/index.ts';
import { ruleModes, ruleText } from '../../../matching/rules.ts';
import { Amount, Currency, Id, millionths, Percent, Text } from '../../../wire/index.ts';
import { dimensionsNotWanted } from '../matching/match-input.ts';
import { type BankRule, type BankRuleConditions, type BankRuleTarget, directions } from './bank-rule.ts';

const accountsMax = 50;
const wordsMax = 20;
const targetsMax = 20;

const Words = z.array(Text(100)).max(wordsMax);

const Conditions = z.strictObject({
  bank_account_ids: z.array(Id('bank_account')).max(accountsMax).optional().describe('Default: all.'),
  direction: z.enum(directions).nullable().optional().describe('Money `in` or `out`. Default: both.'),
  amount_min: Amount.nullable().optional().describe('Without a sign.'),
  amount_max: Amount.nullable().optional(),
  currency: Currency.nullable().optional().describe('Default: any; the base currency where the rule names an amount.'),
  words_all: Words.optional().describe('All are in the text or the counterparty name, as whole words.'),
  words_any: Words.optional().describe('At least one of them is.'),
  counterparty_name: Text(140).nullable().optional().describe('All of its words are in the name.'),
  counterparty_account: Text(40).nullable().optional().describe('IBAN or account number.'),
});

const Target = z.strictObject({
  account_id: Id('account').nullable().optional().describe('An account of the chart, for money without an invoice.'),
  client_id: Id('client').nullable().optional().describe('Credit of that client, for money in.'),
  supplier_id: Id('client').nullable().optional().describe('Credit with that supplier, for money out.'),
  bank_account_id: Id('bank_account').nullable().optional().describe('The other bank account of a transfer.'),
  percent: Percent.nullable().optional().describe('Of the line.'),
  amount: Amount.nullable().optional().describe('A fixed part of the line.'),
  dimension_value_ids: DimensionValueIds.optional().describe('Of `account_id`: values of dimensions.'),
});

export const ruleFields = {
  name: Text(100),
  mode: z.enum(ruleModes),
  conditions: Conditions.describe('What a line has to be like. At least one.'),
  targets: z
    .array(Target)
    .min(1)
    .max(targetsMax)
    .describe('What it is in the books; exactly one target has neither `percent` nor `amount` and takes the rest.'),
  memo: Text(500).nullable().describe('Of the entry for `account_id`. Default: the name of the rule.'),
};

type ConditionsInput = z.output<typeof Conditions>;
type TargetInput = z.output<typeof Target>;

/** Conditions as they are kept. */
function conditionsFrom(context: Context, given: ConditionsInput, targets: readonly TargetInput[]): BankRuleConditions {
  const { words_all: all = [], words_any: any = [] } = given;
  checkWords('words_all', all);
  checkWords('words_any', any);
  const names = [given.amount_min, given.amount_max, ...targets.map(({ amount }) => amount)];
  const namesAmount = names.some((amount) => amount !== undefined && amount !== null);
  const currency = given.currency ?? (namesAmount ? baseOf(context) : null);
  const min = amountIn(given.amount_min, '/conditions/amount_min', currency);
  const max = amountIn(given.amount_max, '/conditions/amount_max', currency);
  if (min !== null && max !== null && max.minor < min.minor) {
    throw fault('/conditions/amount_max', 'below_min', 'Write an amount that is not below the least one.');
  }
  return {
    bank_account_ids: [...new Set(given.bank_account_ids)],
    direction: given.direction ?? null,
    amount_min: min && formatMoney(min),
    amount_max: max && formatMoney(max),
    currency,
    words_all: all,
    words_any: any,
    counterparty_name: given.counterparty_name ?? null,
    counterparty_account: given.counterparty_account ?? null,
  };
}

function checkWords(field: string, phrases: readonly string[]): void {
  const index = phrases.findIndex((phrase) => ruleText(phrase).trim() === '');
  if (index !== -1) {
    throw fault(`/conditions/${field}/${index}`, 'no_words', 'Write words or numbers, such as "card fee".');
  }
}

/** With the decimals of the currency. */
function amountIn(amount: Decimal | null | undefined, pointer: string, currency: string | null): Money | null {
  if (amount === null || amount === undefined || currency === null) return null;
  const value = moneyFrom(amount, currency);
  if (value === undefined) throw fault(pointer, 'too_many_decimals', `Write an amount of ${currency}.`);
  return value;
}

const targetIds = ['account_id', 'client_id', 'supplier_id', 'bank_account_id'] as const;

/** Targets as they are kept: parts of a line that leave something over for exactly one of them. */
function targetsFrom(given: readonly TargetInput[], currency: string | null): BankRuleTarget[] {
  const targets = given.map((target, index) => targetFrom(target, `/targets/${index}`, currency));
  const takesRest = targets.filter(({ percent, amount }) => percent === null && amount === null);
  if (takesRest.length !== 1) {
    throw fault(
      '/targets',
      'one_rest',
      'Give each target but one a `percent` or an `amount`; that one takes the rest.',
    );
  }
  const percents = given.reduce((total, { percent }) => total + (percent ?? 0n), 0n);
  if (percents >= wholePercent) {
    throw fault('/targets', 'percent_too_high', 'The percentages have to come to less than 100.');
  }
  return targets;
}

function targetFrom(target: TargetInput, pointer: string, currency: string | null): BankRuleTarget {
  const { percent = null, amount = null, dimension_value_ids: dimensions = [] } = target;
  if (targetIds.filter((field) => (target[field] ?? null) !== null).length !== 1) {
    throw fault(pointer, 'one_of', `Write one of ${targetIds.join(', ')}.`);
  }
  if (percent !== null && amount !== null) {
    throw fault(`${pointer}/amount`, 'one_of', 'Write `percent` or `amount`, not both.');
  }
  if (dimensions.length > 0 && (target.account_id ?? null) === null) throw dimensionsNotWanted(pointer);
  if (percent === 0n) throw fault(`${pointer}/percent`, 'not_positive', 'Write a percentage above zero.');
  if (amount?.units === 0n) throw fault(`${pointer}/amount`, 'not_positive', 'Write an amount above zero.');
  const part = amountIn(amount, `${pointer}/amount`, currency);
  return {
    account_id: target.account_id ?? null,
    client_id: target.client_id ?? null,
    supplier_id: target.supplier_id ?? null,
    bank_account_id: target.bank_account_id ?? null,
    percent: percent === null ? null : formatDecimal(percent, percentScale, 0),
    amount: part && formatMoney(part),
    dimension_value_ids: [...dimensions],
  };
}

/** A rule in the form in which it was sent. */
export function inputOf({ conditions, targets }: Pick<BankRule, 'conditions' | 'targets'>) {
  const amount = (text: string | null) => (text === null ? null : (parseDecimal(text) ?? null));
  return {
    conditions: {
      ...conditions,
      amount_min: amount(conditions.amount_min),
      amount_max: amount(conditions.amount_max),
    },
    targets: targets.map((target) => ({
      ...target,
      percent: target.percent === null ? null : millionths(target.percent),
      amount: amount(target.amount),
    })),
  };
}

type RuleInput = { readonly conditions: ConditionsInput; readonly targets: readonly TargetInput[] };

/** Conditions and targets as they are kept. */
export function keptFrom(context: Context, { conditions, targets }: RuleInput) {
  const kept = conditionsFrom(context, conditions, targets);
  return { conditions: kept, targets: targetsFrom(targets, kept.currency) };
}
