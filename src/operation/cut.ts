import { z } from 'zod';
import { HouseProse, Money } from '../wire/index.ts';

const CutList = z.object({
  list: z.string().describe('Which list of the answer, such as `rows`.'),
  shown: z.int(),
  left: z.int().describe('How many more there are.'),
  rest: Money.nullable().describe('What those come to; null where they have no amount, or not one currency.'),
  how: HouseProse('How to see them.'),
});
export type CutList = z.output<typeof CutList>;

/** Which lists of an answer leave something out. Whoever reads a list that is cut would take it for all there is. */
export const cutField = z.array(CutList).describe('Lists that are cut, and what is left of each; empty: none is.');

/** What is to be said of a list that may be cut: nothing where nothing is left. */
export function cutOf(list: Omit<CutList, 'rest'> & Partial<Pick<CutList, 'rest'>>): CutList[] {
  return list.left > 0 ? [{ rest: null, ...list }] : [];
}

/** The same among the details of a refusal, which say nothing of a list that is whole. */
export function saidCut(list: Parameters<typeof cutOf>[0]): { cut?: CutList[] } {
  return list.left > 0 ? { cut: cutOf(list) } : {};
}

/** How to see the rest of a list that is as long as it is asked for. */
export function withLimit(most: number): string {
  return `Ask with a higher \`limit\`: it may be ${most}.`;
}
