/**
 * A year of a business at its bank, matched without its truth being looked at. The year is made elsewhere: a folder of
 * it, with `lines.csv`, `sales.csv`, `bills.csv` and `truth.json`, is named by DAYBOOK_BANK_YEAR.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { parse } from 'csv-parse/sync';
import { anyLine } from '../../test/support/bank-rules.ts';
import { discountedUntil, inTimeThrough } from '../core/early-discount.ts';
import { parseDecimal } from '../core/decimal.ts';
import { moneyFrom } from '../core/money.ts';
import { Matcher } from './matcher.ts';
import { type Rule, Rules } from './rules.ts';
import type { Line, OpenItem, Party, Side, Suggestion } from './model.ts';

const folder = process.env['DAYBOOK_BANK_YEAR'] ?? '';
const skip = folder === '' ? 'DAYBOOK_BANK_YEAR names no folder: the year at the bank is left out' : false;

type Row = Readonly<Record<string, string>>;
type Truth = {
  readonly line: string;
  readonly kind: string;
  readonly trap?: string;
  readonly docs?: readonly string[];
  readonly pair?: string;
  readonly residual?: string;
  readonly residual_amount?: string;
};

const rowsOf = (name: string): Row[] => parse(readFileSync(join(folder, `${name}.csv`)), { columns: true });
const minor = (amount = '0', currency = 'EUR'): bigint => {
  const decimal = parseDecimal(amount);
  return (decimal && moneyFrom(decimal, currency)?.minor) ?? 0n;
};

function itemsOf(side: Side, party: string): OpenItem[] {
  return rowsOf(side === 'sale' ? 'sales' : 'bills').map((row) => ({
    side,
    id: row['number'] ?? '',
    numbers: [row['number'] ?? ''],
    references: row['rf'] === undefined ? [] : [row['rf']],
    partyId: row[party] ?? null,
    day: row['issue_date'] ?? '',
    due: row['due_date'] ?? '',
    currency: row['currency'] ?? '',
    open: minor(row['gross'], row['currency']),
    discounts: discountsOf(row),
  }));
}

/** Such as 2/14: two percent within fourteen days. */
function discountsOf({ discount = '', issue_date: issued = '' }: Row): OpenItem['discounts'] {
  const [percent, days] = discount.split('/').map(Number);
  if (percent === undefined || days === undefined) return [];
  return [{ percent: BigInt(percent) * 1_000_000n, through: inTimeThrough(discountedUntil(issued, days), 2) }];
}

function partiesOf(file: string, party: string): Party[] {
  const names = new Map(rowsOf(file).map((row) => [row[party] ?? '', row[`${party}_name`] ?? '']));
  return [...names].map(([id, name]) => ({ id, names: [name], accounts: [] }));
}

function lines(): Line[] {
  return rowsOf('lines').map((row) => ({
    id: row['line'] ?? '',
    bankAccountId: row['account'] ?? '',
    day: row['booking_date'] ?? '',
    currency: row['currency'] ?? '',
    amount: minor(row['amount'], row['currency']),
    counterpartyName: row['counterparty'] || null,
    counterpartyAccount: row['counterparty_iban'] || null,
    text: row['text'] ?? '',
    references: row['structured_reference'] ? [row['structured_reference']] : [],
  }));
}

/** The own accounts have the ibans that transfers between them name. */
function accountsOf(all: readonly Line[]) {
  const ibanOn = (account: string) =>
    all.find((line) => line.bankAccountId === account && line.counterpartyName === 'Eigenes Konto')
      ?.counterpartyAccount;
  return [
    { id: 'EUR', iban: ibanOn('EUR2') ?? null },
    { id: 'EUR2', iban: ibanOn('EUR') ?? null },
    { id: 'USD', iban: null },
  ];
}

const idsOf = ({ targets }: Pick<Suggestion, 'targets'>) =>
  targets
    .filter(({ kind }) => !kind.endsWith('credit'))
    .map(({ id }) => id)
    .toSorted()
    .join();
const wanted = ({ docs = [], pair }: Truth) => (pair === undefined ? docs.toSorted().join() : pair);

test('a year at the bank is booked without one mistake, and the rest is suggested rightly', { skip }, () => {
  const all = lines();
  const truths = new Map(
    (JSON.parse(readFileSync(join(folder, 'truth.json'), 'utf8')) as Truth[]).map((one) => [one.line, one]),
  );
  const matcher = new Matcher({
    items: [...itemsOf('sale', 'client'), ...itemsOf('expense', 'supplier')],
    parties: [...partiesOf('sales', 'client'), ...partiesOf('bills', 'supplier')],
    recorded: new Map(),
    accounts: accountsOf(all),
    lines: all.map((line) => ({ ...line, isMatched: false })),
  });
  const booked = new Map<string, Pick<Suggestion, 'targets' | 'fee'>>();
  for (const line of all.filter(({ id }) => !booked.has(id))) {
    const [best] = matcher.suggest(line);
    if (best?.isCertain !== true || booked.has(line.id)) continue;
    matcher.take(line, best);
    booked.set(line.id, best);
    for (const { kind, id } of best.targets) {
      if (kind === 'bank_line') booked.set(id, { targets: [{ kind, id: line.id, amount: 0n }], fee: 0n });
    }
  }
  const wrong = [...booked].filter(([id, { targets, fee }]) => {
    const truth = truths.get(id);
    const kept = truth?.residual === 'fee' ? minor(truth.residual_amount) : 0n;
    // Of several transfers alike it says no more than that it is one, and to which account.
    if (targets[0]?.kind === 'bank_account') return truth?.kind !== 'transfer';
    return truth === undefined || truth.kind === 'trap' || idsOf({ targets }) !== wanted(truth) || fee !== kept;
  });
  assert.deepEqual(wrong, [], 'nothing is booked wrongly');
  const named = all.filter(
    (line) => /RF\d|RE-?\d/.test(`${line.references.join()} ${line.text}`) && truths.get(line.id)?.kind === 'sale',
  );
  const bookedNamed = named.filter(({ id }) => booked.has(id));
  assert.ok(bookedNamed.length >= 0.95 * named.length, `${bookedNamed.length} of ${named.length} with a number`);
  assert.ok(booked.size >= 0.85 * all.length, `${booked.size} of ${all.length} booked`);
  const rest = all.filter(({ id }) => !booked.has(id) && wanted(truths.get(id) ?? { line: id, kind: '' }) !== '');
  const first = rest.filter(
    (line) =>
      idsOf(matcher.suggest(line)[0] ?? { targets: [] }) === wanted(truths.get(line.id) ?? { line: '', kind: '' }),
  );
  assert.ok(first.length >= 0.75 * rest.length, `${first.length} of ${rest.length} suggested first`);
  assert.deepEqual(
    all.filter((line) => !booked.has(line.id) && matcher.suggest(line)[0]?.isCertain),
    [],
    'a second pass books nothing',
  );
});

test('rules book what has no document and nothing else, and take no line from an invoice', { skip }, () => {
  const all = lines();
  const truths = new Map(
    (JSON.parse(readFileSync(join(folder, 'truth.json'), 'utf8')) as Truth[]).map((one) => [one.line, one]),
  );
  const matcherOf = () =>
    new Matcher({
      items: [...itemsOf('sale', 'client'), ...itemsOf('expense', 'supplier')],
      parties: [...partiesOf('sales', 'client'), ...partiesOf('bills', 'supplier')],
      recorded: new Map(),
      accounts: accountsOf(all),
      lines: all.map((line) => ({ ...line, isMatched: false })),
    });
  const kinds = { tax_payment: 'Finanzamt', interest: 'Zinsen', wages: 'Lohn', bank_fee: 'Kontoführung' };
  const rule = (id: string, words: string, mode: Rule['mode']): Rule => ({
    id,
    name: id,
    mode,
    conditions: { ...anyLine, wordsAll: [words] },
    targets: [{ kind: 'account', id, percent: null, amount: null }],
  });
  const booking = Object.entries(kinds).map(([kind, words]) => rule(kind, words, 'book'));
  // One that suggests what is not known, and one as wide as its maker could be: everything that names an invoice.
  const rules = new Rules([...booking, rule('unknown', 'Gutschrift', 'suggest'), rule('wide', 'RE', 'book')]);
  const book = (choose: (line: Line, found: readonly Suggestion[]) => readonly Suggestion[]) => {
    const matcher = matcherOf();
    const booked = new Map<string, Suggestion>();
    for (const line of all) {
      const [best] = choose(line, matcher.suggest(line));
      if (best?.isCertain !== true || booked.has(line.id)) continue;
      matcher.take(line, best);
      booked.set(line.id, best);
      for (const { kind, id } of best.targets) if (kind === 'bank_line') booked.set(id, best);
    }
    return booked;
  };
  const without = book((_, found) => found);
  const withRules = book((line, found) => rules.join(line, found));
  const byRule = [...withRules].filter(([, { ruleId }]) => ruleId !== undefined && ruleId !== 'wide');
  const kindOf = (id: string) => truths.get(id)?.kind;
  assert.deepEqual(
    byRule.filter(([id, { ruleId }]) => kindOf(id) !== ruleId),
    [],
    'nothing is booked wrongly',
  );
  assert.equal(byRule.length, all.filter(({ id }) => Object.hasOwn(kinds, kindOf(id) ?? '')).length);
  const taken = [...without].filter(([id]) => withRules.get(id)?.ruleId !== undefined);
  assert.deepEqual(taken, [], 'what is certain without a rule stays with its invoice');
});
