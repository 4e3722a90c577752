import { z } from 'zod';
import type { Chance } from './chance.ts';
import type { Clerk } from './clerk.ts';
import type { Business } from './people.ts';
import type { Good } from './goods.ts';

/** The only thing that most answers are read for. */
export const Made = z.object({ id: z.string() });

/** A confirmed sale and what its client has to pay when. */
export const Owed = z.object({ id: z.string(), number: z.string(), due_date: z.string(), amount_due: z.string() });
export type Owed = z.output<typeof Owed>;

/** A variant on the shelf. */
export type Item = {
  readonly id: string;
  readonly good: Good;
  /** In hundredths of its unit, by place. It is kept in step with the books, so that nobody sells what is not there. */
  readonly onHand: { shop: number; bindery: number };
};

export type Customer = { readonly id: string; readonly business?: Business; readonly tag?: string };

/** Everything that the days of the year refer to. */
export type Shop = {
  readonly clerk: Clerk;
  readonly chance: Chance;
  readonly items: readonly Item[];
  readonly businesses: readonly (Customer & { readonly business: Business })[];
  readonly regulars: readonly (Customer & { readonly tag: string })[];
  readonly places: { readonly shop: string; readonly bindery: string };
  /** What those who pay once a month have not paid yet. */
  readonly owing: { readonly sale: Owed; readonly customer: Customer & { readonly business: Business } }[];
  /** Whether the next who pays once a month pays a round sum, so that the rest becomes credit. */
  nextRoundsUp: boolean;
  /** What comes again every month, and on which day of it. */
  readonly standing: { readonly id: string; readonly day: number }[];
  /** Who sends goods, and for how many cents since the last bill. */
  readonly suppliers: readonly { readonly id: string; sent: number }[];
  /** The rate that most things and the postage are taxed with. */
  readonly standardTax: string;
};
