import { leftOut } from '../../scripts/test-result.ts';
import { seed } from './seed.ts';

/** A complete run, as CI makes it. */
export const isComplete = process.env['DAYBOOK_TESTS_COMPLETE'] !== undefined;

const isNamed = process.env['DAYBOOK_TESTS_NAMED'] !== undefined;

/** Options of a test that takes many seconds: for complete runs, and for whoever names its file. */
export const longTest = isComplete || isNamed ? {} : { skip: leftOut };

const share = 6;

/**
 * Of what a law holds for: all in a complete run, else one in six, which the seed picks. Laws call every operation many
 * times; all of them took most of the time that the tests of a change may take.
 */
export function dose<Item>(items: readonly Item[]): readonly Item[] {
  return isComplete ? items : items.filter((_, index) => index % share === seed % share);
}

/** Exceptions of a law are compared with what it found, so they are those of its dose. */
export function namesIn(among: readonly { readonly name: string }[], names: readonly string[]): string[] {
  return isComplete ? [...names] : names.filter((name) => among.some((one) => one.name === name.split(' ', 1)[0]));
}
