/**
 * Runs the tests, all of them or the files named: one PostgreSQL for the whole run, without fsync since nothing in it
 * outlives the run, and a database of its own for each test file.
 */
import { globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { pathToFileURL } from 'node:url';
import { startEmbedded } from '../src/db/embedded/index.ts';

const testTimeoutMs = 600_000;
const filesAtOnce = 2;
const slowestShown = 12;

const named = process.argv.slice(2);
const files = (named.length > 0 ? named : globSync(['src/**/*.test.ts', 'test/**/*.test.ts'])).map((file) =>
  resolve(file),
);

const folder = mkdtempSync(join(tmpdir(), 'daybook-test-'));
const server = await startEmbedded({ folder, log: () => undefined, fast: true });
process.env['DAYBOOK_TEST_SERVER'] = server.ownerUrl;
// Each file is a process that loads the whole service: half of that time is reading TypeScript.
process.env['NODE_COMPILE_CACHE'] ??= resolve('node_modules/.cache/tests');

let passed = 0;
let failed = 0;
// Those of the whole service take longest. Begun last, one of them would run alone while the other core idles.
const order = files.toSorted().toReversed();
const seeded = ['--import', pathToFileURL(resolve('test/support/seed.ts')).href];
const stream = run({ files: order, concurrency: filesAtOnce, timeout: testTimeoutMs, execArgv: seeded });
stream.on('test:pass', ({ details }) => void (details.type !== 'suite' && (passed += 1)));
stream.on('test:fail', ({ details }) => void (details.type !== 'suite' && (failed += 1)));
const spent = new Map<string, number>();
const clock = ({ file = '', nesting, details }: { file?: string; nesting: number; details: { duration_ms: number } }) =>
  void (nesting === 0 && spent.set(file, (spent.get(file) ?? 0) + details.duration_ms));
stream.on('test:pass', clock).on('test:fail', clock);
stream.compose(new spec()).pipe(process.stdout);
await new Promise((done) => stream.once('end', done));

await server.stop();
rmSync(folder, { recursive: true, force: true });
if (spent.size > slowestShown) {
  const slowest = [...spent].toSorted(([, one], [, other]) => other - one).slice(0, slowestShown);
  const lines = slowest.map(([file, ms]) => `${(ms / 1_000).toFixed(0).padStart(5)} s ${relative('.', file)}`);
  console.log(`\nThe files that took longest:\n${lines.join('\n')}`);
}
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
