import { z } from 'zod';
import type { Messages } from '../../messages/index.ts';

const states = ['done', 'missing', 'recommended'] as const;

const Item = z.object({
  code: z.string().describe('Stable. Of an e-invoice: the rule that issuing it is refused by, such as BR-DE-5.'),
  state: z.enum(states),
  title: z.string(),
  why: z.string(),
  hint: z.string().nullable().describe('What to write, in English, where a rule says so.'),
  change_with: z.string().describe('The operation that changes it.'),
  pointer: z.string().describe('The field of that operation.'),
});

export const Readiness = z.object({
  ready: z.boolean().describe('True if nothing is missing.'),
  has_invoices: z.boolean().describe('An invoice has been issued.'),
  language: z.string(),
  items: z.array(Item),
});

/** An item that is not about e-invoices. */
export type ReadinessCode = Exclude<keyof Messages['readiness'], 'e_invoice'>;
type State = (typeof states)[number];

export type Needed = {
  readonly code: ReadinessCode;
  readonly state: State;
  readonly change_with: string;
  readonly pointer: string;
};

/** Countries whose invoices name the seller's tax number even if no tax is charged. */
const namedAlways = new Set(['AU', 'BR', 'DE', 'ES', 'FR', 'IN', 'IT', 'MX', 'PL', 'PT']);
/** Sales tax there is of the states, and no invoice names its number. */
const namedNever = new Set(['US']);

export function needsTaxNumber(
  country: string,
  { chargesTax }: { readonly chargesTax: boolean },
): 'yes' | 'perhaps' | 'no' {
  if (namedNever.has(country)) return 'no';
  return chargesTax || namedAlways.has(country) ? 'yes' : 'perhaps';
}
