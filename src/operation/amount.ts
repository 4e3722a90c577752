import type { Money } from '../core/money.ts';

/**
 * How much money a write is about, by its own declaration: what it answers says so, or it is what it posts (`posted`:
 * the debits of its entries, in the base currency). What posts nothing moves no money, unless it is done later by a job
 * (`later`): what that comes to, nobody can tell when it is asked for.
 */
export type AmountOf<Answer> = 'posted' | 'later' | ((answer: Answer) => Money);
