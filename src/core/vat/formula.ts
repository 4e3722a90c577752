/**
 * Formula of a box of a VAT return, as text that people can check against the form: `whole(base(S19))`,
 * `[81] * 19% + tax(IS) - [66]`, `atLeastZero([16] - [23])`. Exact: rounded half up where a percentage is taken.
 */
import { divide } from '../rounding.ts';
import { parseTaxCode } from './tax-code.ts';

/** Amounts of a code in minor units: what is owed on it, what is deducted, and tax that is neither. */
export type CodeSum = {
  readonly code: string;
  readonly base: bigint;
  readonly owed: bigint;
  readonly input: bigint;
  readonly lost: bigint;
  /** Sums of what takes something back, such as credit notes. */
  readonly isCredit: boolean;
};

export type Measure =
  | 'base'
  | 'tax'
  | 'input'
  | 'gross'
  | 'charged'
  | 'credited'
  | 'taxCharged'
  | 'taxCredited'
  | 'inputCredited';
const measures: ReadonlySet<string> = new Set<Measure>([
  'base',
  'tax',
  'input',
  'gross',
  'charged',
  'credited',
  'taxCharged',
  'taxCredited',
  'inputCredited',
]);

export type Formula =
  | { readonly kind: 'sum'; readonly measure: Measure; readonly codes: readonly string[] }
  | { readonly kind: 'box'; readonly box: string }
  | { readonly kind: 'add'; readonly parts: readonly { readonly sign: 1n | -1n; readonly part: Formula }[] }
  | { readonly kind: 'times'; readonly part: Formula; readonly numerator: bigint; readonly denominator: bigint }
  | { readonly kind: 'whole' | 'atLeastZero' | 'size'; readonly part: Formula }
  | { readonly kind: 'zero' };

const wrappers = { whole: 'whole', atLeastZero: 'atLeastZero', size: 'size' } as const;

/** Reads a formula; throws a RangeError that says where it is wrong. */
export function parseFormula(text: string): Formula {
  const plain = text.replaceAll(' ', '');
  const tokens = plain.match(/\[[^\]]+\]|[a-zA-Z]+\([A-Z][A-Z0-9.!+]*\)|[a-zA-Z]+\(|\)|[+\-*/]|[0-9.]+%?/g) ?? [];
  if (tokens.join('') !== plain) throw new RangeError(`not a formula: ${text}`);
  let at = 0;
  const sum = (): Formula => {
    const parts: { sign: 1n | -1n; part: Formula }[] = [];
    let sign: 1n | -1n = 1n;
    if (tokens[at] === '-') {
      sign = -1n;
      at += 1;
    }
    parts.push({ sign, part: product() });
    while (tokens[at] === '+' || tokens[at] === '-') {
      sign = tokens[at] === '+' ? 1n : -1n;
      at += 1;
      parts.push({ sign, part: product() });
    }
    const [only] = parts;
    return parts.length === 1 && only?.sign === 1n ? only.part : { kind: 'add', parts };
  };
  const product = (): Formula => {
    let part = term();
    while (tokens[at] === '*') {
      const [numerator, denominator] = factor(tokens[at + 1] ?? '');
      at += 2;
      let below = denominator;
      if (tokens[at] === '/') {
        below *= BigInt(tokens[at + 1] ?? '');
        at += 2;
      }
      part = { kind: 'times', part, numerator, denominator: below };
    }
    return part;
  };
  const term = (): Formula => {
    const token = tokens[at] ?? '';
    at += 1;
    if (token.startsWith('[')) return { kind: 'box', box: token.slice(1, -1) };
    if (token === '0') return { kind: 'zero' };
    const [, name = '', inside] = /^([a-zA-Z]+)\((.*)\)$/.exec(token) ?? [];
    if (inside !== undefined && measures.has(name)) {
      // The set has just been asked.
      return { kind: 'sum', measure: name as Measure, codes: inside.split('+') };
    }
    const wrapper = Object.entries(wrappers).find(([one]) => token === `${one}(`)?.[1];
    if (wrapper === undefined) throw new RangeError(`not a formula: ${text}, at ${token}`);
    const part = sum();
    if (tokens[at] !== ')') throw new RangeError(`not a formula: ${text}, a bracket is open`);
    at += 1;
    return { kind: wrapper, part };
  };
  const formula = sum();
  if (at !== tokens.length) throw new RangeError(`not a formula: ${text}, at ${tokens[at]}`);
  return formula;
}

function factor(token: string): [bigint, bigint] {
  const isPercent = token.endsWith('%');
  const [whole = '', decimals = ''] = (isPercent ? token.slice(0, -1) : token).split('.');
  if (whole === '') throw new RangeError('a factor is a number');
  return [BigInt(`${whole}${decimals}`), 10n ** BigInt(decimals.length) * (isPercent ? 100n : 1n)];
}

/** A pattern is a nature with any percentage (`S`), one percentage (`S19`), or any but some (`S!19!7`). */
export function hasCode(patterns: readonly string[], code: string): boolean {
  const parsed = parseTaxCode(code);
  if (parsed === undefined) return false;
  return patterns.some((pattern) => {
    const [wanted = '', ...not] = pattern.split('!');
    if (wanted === code) return true;
    return wanted === parsed.nature && !not.includes(parsed.percent ?? '');
  });
}

/** Value of the formula; `boxOf` returns the value of another box, and `unit` is a whole unit in minor units. */
export function evaluate(
  formula: Formula,
  given: { readonly sums: readonly CodeSum[]; readonly boxOf: (box: string) => bigint; readonly unit: bigint },
): bigint {
  if (formula.kind === 'zero') return 0n;
  if (formula.kind === 'box') return given.boxOf(formula.box);
  if (formula.kind === 'sum') return measured(formula, given.sums);
  if (formula.kind === 'add') {
    return formula.parts.reduce((total, { sign, part }) => total + sign * evaluate(part, given), 0n);
  }
  const amount = evaluate(formula.part, given);
  if (formula.kind === 'times') return divide(amount * formula.numerator, formula.denominator, 'half_up');
  if (formula.kind === 'whole') return amount - (amount % given.unit);
  if (formula.kind === 'atLeastZero') return amount > 0n ? amount : 0n;
  return amount < 0n ? -amount : amount;
}

function measured(
  { measure, codes }: { measure: Measure; codes: readonly string[] },
  sums: readonly CodeSum[],
): bigint {
  let total = 0n;
  for (const sum of sums) if (hasCode(codes, sum.code)) total += amountOf[measure](sum);
  return total;
}

const amountOf: Readonly<Record<Measure, (sum: CodeSum) => bigint>> = {
  base: ({ base }) => base,
  tax: ({ owed }) => owed,
  input: ({ input }) => input,
  gross: ({ base, owed, input, lost }) => base + owed + input + lost,
  charged: ({ base, isCredit }) => (isCredit ? 0n : base),
  credited: ({ base, isCredit }) => (isCredit ? -base : 0n),
  taxCharged: ({ owed, isCredit }) => (isCredit ? 0n : owed),
  taxCredited: ({ owed, isCredit }) => (isCredit ? -owed : 0n),
  inputCredited: ({ input, isCredit }) => (isCredit ? -input : 0n),
};

/** Codes that a formula sums, other boxes included. They lead from a box to the lines behind it. */
export function codesIn(formula: Formula, formulaOf: (box: string) => Formula | undefined): readonly string[] {
  if (formula.kind === 'zero') return [];
  if (formula.kind === 'sum') return formula.codes;
  if (formula.kind === 'add') return formula.parts.flatMap(({ part }) => codesIn(part, formulaOf));
  if (formula.kind !== 'box') return codesIn(formula.part, formulaOf);
  const inner = formulaOf(formula.box);
  return inner === undefined ? [] : codesIn(inner, formulaOf);
}
