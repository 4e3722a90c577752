/** The side of a tax on a line: owed on sales, deducted on purchases, or both of an acquisition. */
export type TaxSide = 'output' | 'input' | 'both';

type KeyRow = {
  readonly key: string;
  readonly side: TaxSide;
  /** Millionths of a percent. */
  readonly percentage: bigint;
  /** Of taxes that the buyer owes: whether the seller sits in another state of the EU. */
  readonly isAcquisition?: boolean;
  readonly from: string;
};

const percent = (whole: bigint) => whole * 1_000_000n;

/** BU keys, each with the day from which DATEV computes this rate by it. */
const keys: readonly KeyRow[] = [
  { key: '2', side: 'output', percentage: percent(7n), from: '1983-07-01' },
  { key: '3', side: 'output', percentage: percent(19n), from: '2007-01-01' },
  { key: '8', side: 'input', percentage: percent(7n), from: '1983-07-01' },
  { key: '9', side: 'input', percentage: percent(19n), from: '2007-01-01' },
  { key: '18', side: 'both', percentage: percent(7n), isAcquisition: true, from: '1993-01-01' },
  { key: '19', side: 'both', percentage: percent(19n), isAcquisition: true, from: '2007-01-01' },
  { key: '94', side: 'both', percentage: percent(19n), isAcquisition: false, from: '2007-01-01' },
];

/** The second half of 2020 had 16 and 5 percent, which DATEV computes by the same keys where they were booked then. */
const otherRates = { from: '2020-07-01', to: '2020-12-31' };
const rateThen = new Map([
  [percent(19n), percent(16n)],
  [percent(7n), percent(5n)],
]);

type Asked = {
  readonly side: TaxSide;
  readonly percentage: bigint;
  readonly category: string;
  readonly day: string;
};

/** The BU key by which DATEV computes a tax; undefined where there is none, so that the tax is a row of its own. */
export function datevKey({ side, percentage, category, day }: Asked): string | undefined {
  if (day >= otherRates.from && day <= otherRates.to) return undefined;
  return keys.find((row) => {
    const fits = row.side === side && row.percentage === percentage && day >= row.from;
    return fits && (row.isAcquisition === undefined || row.isAcquisition === (category === 'K'));
  })?.key;
}

/** A tax that DATEV computes by a key on a day, of `percentage` millionths of a percent. */
export type KeyedTax = { readonly side: TaxSide; readonly percentage: bigint };

/** Undefined for a key that stands for no one rate of that day. */
export function taxOfKey(given: string, day: string): KeyedTax | undefined {
  const row = keys.find(({ key, from }) => key === given.replace(/^0+/, '') && day >= from);
  if (row === undefined) return undefined;
  const isThen = day >= otherRates.from && day <= otherRates.to;
  return { side: row.side, percentage: (isThen ? rateThen.get(row.percentage) : undefined) ?? row.percentage };
}

/** The key of the tax that an account computes by itself. */
export function automaticKey(chart: '03' | '04' | null, account: string): string | undefined {
  const tax = automaticTax(chart, account);
  return keys.find(({ side, percentage }) => side === tax?.side && percentage === tax.percentage)?.key;
}

/** Switches off the tax of an account that computes one by itself. */
export const withoutAutomatic = '40';

/** Accounts of the charts that compute a tax by themselves: they take no key. */
const automatic: Readonly<Record<'03' | '04', Readonly<Record<string, { side: TaxSide; percentage: bigint }>>>> = {
  '03': {
    8300: { side: 'output', percentage: percent(7n) },
    8400: { side: 'output', percentage: percent(19n) },
    3300: { side: 'input', percentage: percent(7n) },
    3400: { side: 'input', percentage: percent(19n) },
  },
  '04': {
    4300: { side: 'output', percentage: percent(7n) },
    4400: { side: 'output', percentage: percent(19n) },
    5300: { side: 'input', percentage: percent(7n) },
    5400: { side: 'input', percentage: percent(19n) },
  },
};

export function automaticTax(chart: '03' | '04' | null, account: string) {
  return chart === null ? undefined : automatic[chart][account];
}
