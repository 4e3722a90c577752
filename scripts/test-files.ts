import { globSync, readFileSync } from 'node:fs';

/**
 * Whole services that are killed, flooded and simulated, processes that are started by the dozen, reports of thousands
 * of records, long work at screens of the console, and laws that only hold over the whole catalogue: most of the time
 * of a whole run. They are left to complete runs, as CI makes them, and to whoever names them. The other laws take a
 * part of the catalogue meanwhile, and single long tests are left out of their files: `test/support/dose.ts`.
 */
const completeOnly = [
  'test/console/ai-activity',
  'test/console/api-keys',
  'test/console/approval',
  'test/console/asked-writes',
  'test/console/bank',
  'test/console/bookkeeping',
  'test/console/budgets',
  'test/console/calls',
  'test/console/checklist',
  'test/console/correcting',
  'test/console/dimensions',
  'test/console/early-discounts',
  'test/console/first-run',
  'test/console/foreign-words',
  'test/console/going-on',
  'test/console/imports',
  'test/console/lists',
  'test/console/live',
  'test/console/long-values',
  'test/console/oauth-apps',
  'test/console/offline',
  'test/console/passkeys',
  'test/console/pictures',
  'test/console/practice',
  'test/console/preferences',
  'test/console/provider',
  'test/console/refusals',
  'test/console/refused-fields',
  'test/console/roles',
  'test/console/same-record',
  'test/console/scheduled-reports',
  'test/console/sell',
  'test/console/shelf',
  'test/console/sign-in',
  'test/console/step-up',
  'test/console/templates.test',
  'test/console/till',
  'test/console/together',
  'test/console/vat',
  'test/faults/',
  'test/journeys/late-bookkeeper',
  'test/journeys/newcomer',
  'test/journeys/northwind',
  'test/laws/both-sides',
  'test/laws/connector-access',
  'test/laws/fairness',
  'test/laws/flights',
  'test/laws/foreign-text',
  'test/laws/growth',
  'test/laws/hostile-',
  'test/laws/new-books',
  'test/laws/plans',
  'test/laws/planted-text',
  'test/laws/rare-filters',
  'test/laws/refusals',
  'test/laws/written-answers',
  'test/package',
  'test/simulation/',
  'src/archive/restore-archive',
  'src/commands/call',
  'src/commands/demo.test.ts',
  'src/commands/import.test.ts',
  'src/db/embedded/',
  'src/doors/docs/docs',
  'src/doors/files/export-download',
  'src/doors/jobs/import-lines',
  'src/doors/mcp/apps/in-browser',
  'src/doors/mcp/parity',
  'src/doors/mcp/planted',
  'src/doors/public-page/in-browser',
  'src/doors/public-page/money-pages',
  'src/modules/documents/printing/printed-sums',
  'src/modules/expenses/posting/books',
  'src/modules/identity/passkeys/step-up',
  'src/modules/membership/invite-timing',
  'src/modules/payments/books',
  'src/modules/payments/sales/record-sale-reads',
  'src/modules/reports/drilldown/get-report-drilldown',
  'src/modules/reports/northwind',
  'src/modules/reports/printing/report-pdf',
  'src/modules/reports/revenue/cost',
  'src/modules/reports/statements/statements',
  'src/render/pool',
  'src/telemetry/telemetry',
];

/** Files that a process is left to, since they measure what it does. The others share theirs. */
const alone = ['src/doors/files/e-invoices', 'src/storage/s3-store', 'test/laws/fairness'];

/** Pure ones, for which no database is started. */
const pure = ['src/core/', 'src/wire/'];

/** By what they import. One that is not found here starts a browser, or builds the console, for itself. */
const browsing = /support\/(?:browser|legible|app-host|console|console-hands)\.ts'/;
const showing = /support\/(?:console|console-build)\.ts'/;
const uses = (file: string, imports: RegExp) => imports.test(readFileSync(file, 'utf8'));

const lies = (places: readonly string[]) => (file: string) => places.some((place) => file.startsWith(place));
export const sharesProcess = (file: string): boolean => !lies(alone)(file);
export const needsDatabase = (file: string): boolean => !lies(pure)(file);
export const opensBrowser = (file: string): boolean => uses(file, browsing);
export const showsConsole = (file: string): boolean => uses(file, showing);

/** The test files of a run, those that take longest first, and how many are left to a complete one. */
export function testFiles({ isComplete }: { readonly isComplete: boolean }): { files: string[]; left: number } {
  const found = globSync(['src/**/*.test.ts', 'test/**/*.test.ts']).toSorted().toReversed();
  // Those of the whole service take longest. Begun last, one of them would run alone while the other core idles.
  const all = [...found.filter(lies(completeOnly)), ...found.filter((file) => !lies(completeOnly)(file))];
  // A file that moved would run where nobody looks for it, and nothing would say so.
  const gone = [...completeOnly, ...alone, ...pure].filter((place) => !all.some(lies([place])));
  if (gone.length > 0) throw new RangeError(`No test lies in ${gone.join(', ')}`);
  const files = isComplete ? all : all.filter((file) => !lies(completeOnly)(file));
  return { files, left: all.length - files.length };
}
