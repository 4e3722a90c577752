import fc from 'fast-check';

/** Seed of all random tests, the same in each run. `DAYBOOK_SEED` gives another, and `npm run simulate` tries many. */
export const seed = Number(process.env['DAYBOOK_SEED'] ?? 20_260_101);

fc.configureGlobal({ seed });
