import { absolute } from '../../../core/absolute.ts';
import { wholePercent } from '../../../core/decimal.ts';
import { automaticTax, datevKey, type TaxSide, withoutAutomatic } from './datev-key.ts';

type ForeignAmount = { readonly minor: bigint; readonly currency: string; readonly digits: number };

/** A line of an entry, debits positive, in minor units of the base currency. */
export type DatevLine = {
  /** The account as DATEV numbers it: of a client or supplier the personal account. */
  readonly account: string;
  readonly minor: bigint;
  /** A line on an account of tax says what was taxed, in the base currency and with the sign of the line. */
  readonly tax?: {
    readonly side: Exclude<TaxSide, 'both'>;
    readonly rate: string;
    readonly percentage: bigint;
    readonly category: string;
    readonly isOwedByBuyer: boolean;
    readonly base: bigint;
  };
  /** Money and what is owed are never taxed. */
  readonly isTaxable: boolean;
  readonly foreign?: ForeignAmount;
  /** Codes of the first two dimensions, as DATEV keeps two. */
  readonly costs?: CostCentres | undefined;
};

/** KOST1 and KOST2. */
export type CostCentres = readonly [string, string];

/** One row of the file: an amount from the debited account to the contra account. */
export type DatevRow = {
  readonly minor: bigint;
  readonly account: string;
  readonly contra: string;
  readonly key: string;
  readonly foreign?: ForeignAmount;
  readonly costs?: CostCentres | undefined;
};

type Item = {
  readonly account: string;
  readonly minor: bigint;
  readonly key: string;
  readonly foreign?: DatevLine['foreign'];
  readonly costs?: CostCentres | undefined;
};

export type Splitting = { readonly day: string; readonly chart: '03' | '04' | null; readonly clearing: string };

/**
 * An entry as rows of two accounts. Taxes that DATEV computes by a key are in the row of what they tax; where its
 * result would differ by a cent they are rows of their own. Entries with several lines on both sides go through a
 * clearing account, which they leave empty.
 */
export function datevRows(lines: readonly DatevLine[], splitting: Splitting): DatevRow[] {
  const items = itemsOf(lines, splitting);
  const [debits, credits] = [items.filter(({ minor }) => minor > 0n), items.filter(({ minor }) => minor < 0n)];
  const [debit, credit] = [debits[0], credits[0]];
  if (debit !== undefined && credit !== undefined && debits.length === 1) {
    return credits.map((item) => row(debit, item, item));
  }
  if (debit !== undefined && credit !== undefined && credits.length === 1) {
    return debits.map((item) => row(item, credit, item));
  }
  const clearing: Item = { account: splitting.clearing, minor: 0n, key: '' };
  return items.map((item) => (item.minor > 0n ? row(item, clearing, item) : row(clearing, item, item)));
}

function row(debit: Item, credit: Item, { minor, foreign }: Item): DatevRow {
  // A key belongs to the row, whichever of its accounts it taxes.
  const key = debit.key === '' ? credit.key : debit.key;
  const costs = debit.costs ?? credit.costs;
  const told = { minor: absolute(minor), account: debit.account, contra: credit.account, key, ...(costs && { costs }) };
  return foreign === undefined || key !== ''
    ? told
    : { ...told, foreign: { ...foreign, minor: absolute(foreign.minor) } };
}

function itemsOf(lines: readonly DatevLine[], splitting: Splitting): Item[] {
  const untaxed = lines.filter(({ tax }) => tax === undefined);
  const folded = foldTaxes(lines, untaxed, splitting);
  const rest = lines.filter((line) => !folded.taxes.has(line));
  return rest.map((line) => {
    const taxed = folded.nets.get(line);
    const { account, minor, foreign, costs } = line;
    if (taxed !== undefined) return { account, ...taxed, costs };
    const key = automaticTax(splitting.chart, account) === undefined ? '' : withoutAutomatic;
    return foreign === undefined ? { account, minor, key, costs } : { account, minor, key, foreign, costs };
  });
}

type Folded = {
  /** Lines of tax that are in the rows of what they tax. */
  readonly taxes: ReadonlySet<DatevLine>;
  readonly nets: ReadonlyMap<DatevLine, { readonly minor: bigint; readonly key: string }>;
};

function foldTaxes(lines: readonly DatevLine[], untaxed: readonly DatevLine[], splitting: Splitting): Folded {
  const taxes = new Set<DatevLine>();
  const nets = new Map<DatevLine, { minor: bigint; key: string }>();
  const open = new Set(untaxed.filter(({ isTaxable }) => isTaxable));
  const groups = Map.groupBy(
    lines.filter(({ tax }) => tax !== undefined),
    ({ tax }) => tax?.rate ?? '',
  );
  for (const group of groups.values()) {
    const taxed = taxOf(group);
    const base = taxed === undefined ? undefined : linesOfBase([...open], taxed.base, groups.size === 1);
    if (taxed === undefined || base === undefined) continue;
    const rows = base.map((line) => ({ line, ...grossOf(line, taxed, splitting) }));
    const computed = rows.reduce((sum, { tax }) => sum + tax, 0n);
    if (computed !== taxed.amount || rows.some(({ key }) => key === undefined)) continue;
    for (const one of group) taxes.add(one);
    for (const { line, key, tax } of rows) {
      nets.set(line, { minor: taxed.side === 'both' ? line.minor : line.minor + tax, key: key ?? '' });
      open.delete(line);
    }
  }
  return { taxes, nets };
}

type Taxed = {
  readonly side: TaxSide;
  readonly percentage: bigint;
  readonly category: string;
  readonly base: bigint;
  readonly amount: bigint;
};

/** One tax of an entry; undefined where its lines are none that a key stands for. */
function taxOf(group: readonly DatevLine[]): Taxed | undefined {
  const [first, second] = group;
  if (first?.tax === undefined) return undefined;
  const { side, percentage, category, isOwedByBuyer, base } = first.tax;
  if (group.length === 1 && !isOwedByBuyer) return { side, percentage, category, base, amount: first.minor };
  // Owed and deducted in one entry, which DATEV computes from the net amount.
  if (group.length !== 2 || second === undefined || !isOwedByBuyer || first.minor + second.minor !== 0n)
    return undefined;
  const [paid] = group.filter(({ tax }) => tax?.side === 'input');
  if (paid?.tax === undefined) return undefined;
  return { side: 'both', percentage, category, base: paid.tax.base, amount: paid.minor };
}

const candidatesMax = 12;

/** The lines that a tax was counted from: all of them, one, or the only set of them that adds up to its base. */
function linesOfBase(open: readonly DatevLine[], base: bigint, isOnly: boolean): DatevLine[] | undefined {
  const sum = open.reduce((total, { minor }) => total + minor, 0n);
  if (isOnly && sum === base && open.length > 0) return [...open];
  if (open.length > candidatesMax) return undefined;
  const found: DatevLine[][] = [];
  for (let set = 1; set < 1 << open.length; set += 1) {
    const chosen = open.filter((_, index) => (set & (1 << index)) !== 0);
    if (chosen.reduce((total, { minor }) => total + minor, 0n) === base) found.push(chosen);
    if (found.length > 1) return undefined;
  }
  return found[0];
}

function grossOf(line: DatevLine, { side, percentage, category }: Taxed, { day, chart }: Splitting) {
  const tax = rounded(line.minor * percentage, wholePercent);
  const gross = line.minor + tax;
  // DATEV computes the tax back from the gross amount, and has to reach the same figure.
  const back = side === 'both' ? tax : rounded(gross * percentage, wholePercent + percentage);
  const automatic = automaticTax(chart, line.account);
  if (back !== tax) return { tax, key: undefined };
  if (automatic?.side === side && automatic.percentage === percentage) return { tax, key: '' };
  return { tax, key: automatic === undefined ? datevKey({ side, percentage, category, day }) : undefined };
}

/** Half up, by magnitude. */
function rounded(numerator: bigint, denominator: bigint): bigint {
  const half = (2n * absolute(numerator) + denominator) / (2n * denominator);
  return numerator < 0n ? -half : half;
}
