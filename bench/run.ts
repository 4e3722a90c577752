/**
 * The benchmarks: a real service and a bare driver loop over one real, durable PostgreSQL, on this machine, in turn.
 * Read the ratios within one run; absolute figures belong to the machine. `npm run bench [scenario …]`.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { benchBusy } from './busy.ts';
import { benchChecks } from './checks.ts';
import { benchClients } from './clients.ts';
import { benchDocuments } from './documents.ts';
import { benchFairness } from './fairness.ts';
import { benchImports } from './imports.ts';
import { benchLedger } from './ledger.ts';
import { benchLoginTiming } from './login-timing.ts';
import { benchMcp } from './mcp.ts';
import { benchOverload } from './overload.ts';
import { benchPages } from './pages.ts';
import { benchProfile } from './profile.ts';
import { benchSales } from './sales.ts';
import { benchStart } from './start.ts';
import { type Figure, openStage } from './stage.ts';

const scenarios: Readonly<Record<string, (stage: Awaited<ReturnType<typeof openStage>>) => Promise<Figure[]>>> = {
  clients: benchClients,
  busy: benchBusy,
  pages: benchPages,
  sales: benchSales,
  imports: benchImports,
  ledger: benchLedger,
  checks: benchChecks,
  mcp: benchMcp,
  overload: benchOverload,
  fairness: benchFairness,
  profile: benchProfile,
  'login-timing': benchLoginTiming,
};

const named = process.argv.slice(2);
const wanted = (name: string) => named.length === 0 || named.includes(name);
const figures: Figure[] = [];
const folder = new URL('./results/', import.meta.url);
mkdirSync(folder, { recursive: true });

if (wanted('start')) keep('start', await benchStart());
if (wanted('documents')) keep('documents', await benchDocuments());
for (const [name, bench] of Object.entries(scenarios)) {
  if (!wanted(name)) continue;
  const stage = await openStage();
  try {
    keep(name, await bench(stage));
  } finally {
    await stage.close();
  }
}

console.table(figures.map(({ what, value, reach, reached, note }) => ({ what, value, reach, reached, note })));
process.exit(figures.every(({ reached }) => reached !== 'no') ? 0 : 1);

/** Each scenario has a file of its own, so that one that is run again leaves the others. */
function keep(name: string, found: readonly Figure[]): void {
  figures.push(...found);
  writeFileSync(new URL(`${name}.json`, folder), `${JSON.stringify(found, null, 2)}\n`);
}
