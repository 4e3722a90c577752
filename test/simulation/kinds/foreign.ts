import type { Business } from '../business.ts';

/** Of no decimals, two and three; the business keeps its books in one of them or in none. */
export const currencies = [
  { currency: 'USD', decimals: 2 },
  { currency: 'EUR', decimals: 2 },
  { currency: 'JPY', decimals: 0 },
  { currency: 'KWD', decimals: 3 },
] as const;
export type Foreign = (typeof currencies)[number];

/** The rate of the table mostly, and what was agreed on sometimes. */
export function atRate({ dice, chance }: Business): object {
  return chance(20) ? { exchange_rate: dice.one(['1.0873', '0.0061', '3.25', '147.5']) } : {};
}

export function amountIn({ decimals }: Foreign, { dice }: Business, minorMax: number): string {
  const minor = String(1 + dice.below(minorMax)).padStart(decimals + 1, '0');
  return decimals === 0 ? minor : `${minor.slice(0, -decimals)}.${minor.slice(-decimals)}`;
}
