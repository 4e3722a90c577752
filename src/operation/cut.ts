import { z } from 'zod';
import { HouseProse, Money } from '../wire/index.ts';

const CutList = z.object({
  list: z.string().describe('The name of the truncated list, such as `rows`.'),
  shown: z.int(),
  left: z.int().describe('How many entries were left out.'),
  rest: Money.nullable().describe('Total of those left out; null if they have no amount or more than one currency.'),
  how: HouseProse('How to get the rest.'),
});
export type CutList = z.output<typeof CutList>;

/** Names the truncated lists of an answer, because a truncated list would be taken for the whole. */
export const cutField = z
  .array(CutList)
  .describe('Truncated lists of the answer, with what each leaves out; empty if none.');

/** Empty where nothing was left out. */
export function cutOf(list: Omit<CutList, 'rest'> & Partial<Pick<CutList, 'rest'>>): CutList[] {
  return list.left > 0 ? [{ rest: null, ...list }] : [];
}

/** The same among the details of a refusal, which say nothing of a list that is whole. */
export function saidCut(list: Parameters<typeof cutOf>[0]): { cut?: CutList[] } {
  return list.left > 0 ? { cut: cutOf(list) } : {};
}

export function withLimit(most: number): string {
  return `Use a higher \`limit\`, up to ${most}.`;
}
