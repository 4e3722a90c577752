import type { AccountType } from '../../ledger/index.ts';

/** Sections of a profit and loss statement, by the type of the accounts in them. */
export const sections = {
  revenue: 'revenue',
  cost_of_goods_sold: 'cost_of_sales',
  expense: 'operating_expenses',
  other_income: 'other_income',
  other_expense: 'other_expenses',
} as const satisfies Partial<Record<AccountType, string>>;
export type Section = (typeof sections)[keyof typeof sections];
export const sectionNames = Object.values(sections) as [Section, ...Section[]];

export function sectionOf(type: AccountType): Section | undefined {
  return Object.entries(sections).find(([name]) => name === type)?.[1];
}

/** Sections of a profit and loss statement and the sums between them, in their order. */
export const profitFigures = [
  'revenue',
  'cost_of_sales',
  'gross_profit',
  'operating_expenses',
  'operating_profit',
  'other_income',
  'other_expenses',
  'net_profit',
] as const;
export type ProfitFigure = (typeof profitFigures)[number];

/** Which sections a figure adds up, and which it takes off. */
const partsOf: Readonly<Record<ProfitFigure, readonly [plus: readonly Section[], minus: readonly Section[]]>> = {
  revenue: [['revenue'], []],
  cost_of_sales: [['cost_of_sales'], []],
  gross_profit: [['revenue'], ['cost_of_sales']],
  operating_expenses: [['operating_expenses'], []],
  operating_profit: [['revenue'], ['cost_of_sales', 'operating_expenses']],
  other_income: [['other_income'], []],
  other_expenses: [['other_expenses'], []],
  net_profit: [
    ['revenue', 'other_income'],
    ['cost_of_sales', 'operating_expenses', 'other_expenses'],
  ],
};

/** Each figure, from the sections that it adds up and those that it takes off. */
export function profitSums<Amount>(
  sum: (plus: readonly Section[], minus: readonly Section[]) => Amount,
): Record<ProfitFigure, Amount> {
  return eachFigure((name) => sum(...partsOf[name]));
}

export function eachFigure<Value>(of: (name: ProfitFigure) => Value): Record<ProfitFigure, Value> {
  // The list is that of the type.
  return Object.fromEntries(profitFigures.map((name) => [name, of(name)])) as Record<ProfitFigure, Value>;
}
