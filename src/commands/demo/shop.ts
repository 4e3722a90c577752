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
  /** Stock by place, in hundredths of its unit. Kept in step with the books, so that the demo never oversells. */
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
  /** Unpaid sales of customers who pay monthly. */
  readonly owing: { readonly sale: Owed; readonly customer: Customer & { readonly business: Business } }[];
  /** The next monthly payment is a rounded sum, so that the rest becomes credit. */
  nextRoundsUp: boolean;
  /** Monthly standing costs, with their day of the month. */
  readonly standing: { readonly id: string; readonly day: number }[];
  /** Suppliers of goods, with the unbilled amount in cents. */
  readonly suppliers: readonly { readonly id: string; sent: number }[];
  /** The rate that most things and the postage are taxed with. */
  readonly standardTax: string;
};
