import fc from 'fast-check';

/**
 * What is random in a test begins here: the same in each run, so that nobody's change fails for what it did not touch.
 * `DAYBOOK_SEED` gives another, and `npm run simulate` tries many.
 */
export const seed = Number(process.env['DAYBOOK_SEED'] ?? 20_260_101);

fc.configureGlobal({ seed });
