import type { TaxCategory } from '../../render/facts.ts';
import { decimalText, distance, isSame, minus, order, percentOf, total } from '../exact.ts';
import type { Invoice, TaxKey, TaxRow } from '../model.ts';
import type { Report } from './finding.ts';
import { taxSlack } from './totals.ts';

type Law = {
  /** Part of the rule's name between `BR-` and the number. */
  readonly prefix: string;
  readonly name: string;
  readonly rate: 'positive' | 'zero' | 'none' | 'any';
  /** Several rates of the category are several rows. */
  readonly perRate: boolean;
  readonly exemption: boolean;
};

export const laws: Readonly<Record<TaxCategory, Law>> = {
  S: { prefix: 'S', name: 'standard rated', rate: 'positive', perRate: true, exemption: false },
  Z: { prefix: 'Z', name: 'zero rated', rate: 'zero', perRate: false, exemption: false },
  E: { prefix: 'E', name: 'exempt', rate: 'zero', perRate: false, exemption: true },
  AE: { prefix: 'AE', name: 'reverse charge', rate: 'zero', perRate: false, exemption: true },
  K: { prefix: 'IC', name: 'intra-community supply', rate: 'zero', perRate: false, exemption: true },
  G: { prefix: 'G', name: 'export', rate: 'zero', perRate: false, exemption: true },
  O: { prefix: 'O', name: 'not subject to VAT', rate: 'none', perRate: false, exemption: true },
  L: { prefix: 'AF', name: 'Canary Islands', rate: 'any', perRate: true, exemption: false },
  M: { prefix: 'AG', name: 'Ceuta and Melilla', rate: 'any', perRate: true, exemption: false },
};

/** BR-S-01 to BR-S-10 and the same of the other categories. */
export function checkCategories(invoice: Invoice, error: Report): void {
  const uses = usesOf(invoice);
  for (const category of categories) {
    const rows = [...invoice.taxes.entries()].filter(([, row]) => row.category === category);
    const used = uses.filter((use) => use.tax.category === category);
    if (used.length === 0 && rows.length === 0) continue;
    const law = laws[category];
    checkRowCount({ law, rows: rows.length, used: used.length }, error);
    for (const use of used) checkRate(use, law, error);
    for (const [index, row] of rows) checkRow({ index, row, law, uses: used }, error);
  }
  checkAlone(invoice, uses, error);
}

const categories: readonly TaxCategory[] = ['S', 'Z', 'E', 'AE', 'K', 'G', 'O', 'L', 'M'];

/** A use of a tax: on a line (…-02, …-05), a discount (…-03, …-06) or a charge (…-04, …-07). */
export type Use = {
  readonly tax: TaxKey;
  readonly amount: TaxRow['base'];
  readonly at: string;
  readonly place: 0 | 1 | 2;
};

export function usesOf({ lines, adjustments }: Invoice): Use[] {
  const uses: Use[] = [];
  for (const [index, line] of lines.entries()) {
    if (line.tax !== null) uses.push({ tax: line.tax, amount: line.net, at: `/lines/${index}/taxes/0`, place: 0 });
  }
  for (const [index, { tax, amount, kind }] of adjustments.entries()) {
    const signed = kind === 'charge' ? amount : minus({ units: 0n, scale: 0 }, amount);
    uses.push({ tax, amount: signed, at: `/adjustments/${index}/tax`, place: kind === 'charge' ? 2 : 1 });
  }
  return uses;
}

export function ruleOf(law: Law, number: number): string {
  return `BR-${law.prefix}-${String(number).padStart(2, '0')}`;
}

type Count = { readonly law: Law; readonly rows: number; readonly used: number };

function checkRowCount({ law, rows, used }: Count, error: Report): void {
  const isRight = used === 0 ? rows === 0 : rows === 1 || (law.perRate && rows > 0);
  if (isRight) return;
  error(ruleOf(law, 1), {
    pointer: '/taxes',
    message: `${used} lines, discounts and charges are ${law.name}, and the taxes have ${rows} rows of that category.`,
    remedy: law.perRate ? 'Write one row for each rate.' : 'Write one row for the category, with a tax of zero.',
  });
}

function checkRate({ tax, at, place }: Use, law: Law, error: Report): void {
  const { percent } = tax;
  const units = percent?.units ?? null;
  const isRight = {
    positive: units !== null && units > 0n,
    zero: units === 0n,
    none: units === null,
    any: units !== null && units >= 0n,
  }[law.rate];
  if (isRight) return;
  error(ruleOf(law, 5 + place), {
    pointer: `${at}/percent`,
    message: `A rate of ${percent === null ? 'nothing' : decimalText(percent)} % does not go with ${law.name}.`,
    remedy: rateRemedies[law.rate],
  });
}

const rateRemedies = {
  positive: 'Write the rate, or choose zero rated or exempt where there is none to pay.',
  zero: 'Write 0, or choose the category of the tax that is charged.',
  none: 'Leave the rate out.',
  any: 'Write a rate of zero or more.',
};

type RowCheck = { readonly index: number; readonly row: TaxRow; readonly law: Law; readonly uses: readonly Use[] };

function checkRow({ index, row, law, uses }: RowCheck, error: Report): void {
  const at = `/taxes/${index}`;
  const own = law.perRate ? uses.filter(({ tax }) => isSameRate(tax, row)) : uses;
  const base = total(own.map(({ amount }) => amount));
  if (!isSame(base, row.base)) {
    error(ruleOf(law, 8), {
      pointer: `${at}/base`,
      message: `It says ${decimalText(row.base)}, and what is taxed so comes to ${decimalText(base)}.`,
      remedy: `Write ${decimalText(base)}, or put right the lines that have this tax.`,
    });
  }
  const expected = row.percent === null ? { units: 0n, scale: 0 } : percentOf(row.base, row.percent, 2);
  const far = distance(expected, row.amount);
  if (law.rate === 'positive' || law.rate === 'any' ? order(far, taxSlack) >= 0 : row.amount.units !== 0n) {
    error(ruleOf(law, 9), {
      pointer: `${at}/amount`,
      message: `The tax of what is ${law.name} is ${decimalText(expected)}, and not ${decimalText(row.amount)}.`,
      remedy: `Write ${decimalText(expected)}, or choose another category.`,
    });
  }
  const isExplained = row.exemptionReason !== null || row.exemptionCode !== null;
  if (isExplained === law.exemption) return;
  error(ruleOf(law, 10), {
    pointer: `${at}/exemption`,
    message: law.exemption ? 'Nothing says why there is no tax.' : `What is ${law.name} has no reason to be exempt.`,
    remedy: law.exemption
      ? 'Write the reason, such as the article of the law, or its code of the VATEX list.'
      : 'Leave the reason out, or choose the category "exempt".',
  });
}

function isSameRate(left: TaxKey, right: TaxKey): boolean {
  if (left.percent === null || right.percent === null) return left.percent === right.percent;
  return isSame(left.percent, right.percent);
}

/** BR-O-11 to BR-O-14: what is not subject to VAT stands alone. */
function checkAlone(invoice: Invoice, uses: readonly Use[], error: Report): void {
  if (!invoice.taxes.some(({ category }) => category === 'O')) return;
  for (const [index, row] of invoice.taxes.entries()) {
    if (row.category !== 'O') error('BR-O-11', { pointer: `/taxes/${index}/category`, ...alone });
  }
  for (const { tax, at, place } of uses) {
    if (tax.category !== 'O') error(`BR-O-${12 + place}`, { pointer: `${at}/category`, ...alone });
  }
}

const alone = {
  message: 'What is not subject to VAT cannot be invoiced together with what is.',
  remedy: 'Make two documents, or choose "exempt" for what bears no VAT.',
};
