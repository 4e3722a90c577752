import type { Money } from '../core/money.ts';

/**
 * Declares the amount of a write: from its answer, or the debits of its entries in the base currency (`posted`). What
 * posts nothing moves no money, unless it is done later by a job (`later`): what that comes to, nobody can tell when it
 * is asked for.
 */
export type AmountOf<Answer> = 'posted' | 'later' | ((answer: Answer) => Money);
