import { leftOut } from '../../scripts/test-result.ts';
import { seed } from './seed.ts';

/** A complete run, as CI makes it, or one of files that somebody named. */
export const isComplete =
  process.env['DAYBOOK_TESTS_COMPLETE'] !== undefined || process.env['DAYBOOK_TESTS_NAMED'] !== undefined;

/** Options of a test that takes seconds. */
export const longTest = isComplete ? {} : { skip: leftOut };

const share = 15;

/**
 * Of what a law holds for: all in a complete run, else one in fifteen, which the seed picks, and one at least. Laws
 * call every operation many times: all of them took most of the time that the tests of a change may take.
 */
export function dose<Item>(items: readonly Item[]): readonly Item[] {
  const every = Math.min(share, items.length);
  return isComplete ? items : items.filter((_, index) => index % every === seed % every);
}

/** Exceptions of a law are compared with what it found, so they are those of its dose. */
export function namesIn(among: readonly { readonly name: string }[], names: readonly string[]): string[] {
  return isComplete ? [...names] : names.filter((name) => among.some((one) => one.name === name.split(' ', 1)[0]));
}
