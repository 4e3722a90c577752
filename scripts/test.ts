/**
 * Runs the tests, all of them or the files named: one PostgreSQL for the whole run, without fsync since nothing in it
 * outlives the run, and a database of its own for each test file. One browser and one build of the
 * console likewise. `DAYBOOK_TESTS_COMPLETE=1` leaves nothing out.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { rmSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { pathToFileURL } from 'node:url';
import { buildConsole } from '../test/support/console-build.ts';
import { chromium, startChromium } from '../test/support/chromium.ts';
import { dropAbandoned } from '../test/support/database.ts';
import { needsDatabase, opensBrowser, sharesProcess, showsConsole, testFiles } from './test-files.ts';
import { counted, type Counts, failures, type Result } from './test-result.ts';
import { startTestServer } from './test-server.ts';

/** For a file; those of a browser take minutes each on a machine that has other work. */
const timeoutMs = 1_800_000;
/** One more than a small machine has cores, since each waits for timers, a browser or PostgreSQL part of its time. */
const filesAtOnce = 3;
/** They measure what their process does, so that no third one takes its turn. */
const aloneAtOnce = 2;
/** A process that has run so many files ends, since what each leaves in memory adds up. */
const filesPerProcess = 20;
const slowestShown = 12;
/** A database takes some 30 MB. */
const sweepEveryMs = 5_000;
/** Sums of a single file, of which the run has its own. */
const sums = /^ℹ (?:tests|suites|pass|fail|cancelled|skipped|todo|duration_ms) .*\n/gm;
const imported = (file: string) => ['--import', pathToFileURL(resolve(file)).href];
const seeded = imported('test/support/seed.ts');

const named = process.argv.slice(2).map((file) => relative('.', resolve(file)));
const isComplete = process.env['DAYBOOK_TESTS_COMPLETE'] !== undefined;
if (named.length > 0) process.env['DAYBOOK_TESTS_NAMED'] = '1';
const { files, left } = named.length > 0 ? { files: named, left: 0 } : testFiles({ isComplete });
const together = files.length === 1 ? [] : files.filter(sharesProcess);
const alone = files.filter((file) => !together.includes(file));

// Complete runs and named files have the plans of a service.
const keepsPlans = !isComplete && named.length === 0;
const server = files.some(needsDatabase) ? await startTestServer({ keepsPlans }) : undefined;
if (server !== undefined) process.env['DAYBOOK_TEST_SERVER'] = server.url;
const browser = chromium !== undefined && files.some(opensBrowser) ? await startChromium(chromium) : undefined;
if (browser !== undefined) process.env['DAYBOOK_TEST_BROWSER'] = browser.address;
const consoleFolder = files.some(showsConsole) ? buildConsole() : undefined;
if (consoleFolder !== undefined) process.env['DAYBOOK_TEST_CONSOLE'] = consoleFolder;
// Each process loads the whole service: half of that time is reading TypeScript.
process.env['NODE_COMPILE_CACHE'] ??= resolve('node_modules/.cache/tests');
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void close().then(() => process.exit(1)));

let passed = 0;
let failed = 0;
let testsLeft = 0;
const spent: { readonly file: string; readonly wall: number; readonly cpu: number }[] = [];
const failing: string[] = [];
const sweeping = setInterval(sweep, sweepEveryMs);
let swept = Promise.resolve();
await runAlone();
await Promise.all(Array.from({ length: filesAtOnce }, runTogether));
clearInterval(sweeping);
await swept;
await close();

for (const report of failing) console.log(report);
if (spent.length > slowestShown) {
  const slowest = spent.toSorted((one, other) => other.wall - one.wall).slice(0, slowestShown);
  const seconds = (ms: number) => (ms / 1_000).toFixed(0).padStart(5);
  const lines = slowest.map(({ file, wall, cpu }) => `${seconds(wall)} s ${seconds(cpu)} s ${relative('.', file)}`);
  console.log(`\nThe files that took longest, and their CPU time without database and browser:\n${lines.join('\n')}`);
}
if (left > 0) {
  console.log(
    `\nLeft to DAYBOOK_TESTS_COMPLETE=1: ${testsLeft} long tests, and ${left} files of scripts/test-files.ts.`,
  );
}
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;

/** Each file in a process of its own. */
async function runAlone(): Promise<void> {
  if (alone.length === 0) return;
  const paths = alone.map((file) => resolve(file));
  const stream = run({ files: paths, concurrency: aloneAtOnce, timeout: timeoutMs, execArgv: seeded });
  const counts = counted(stream);
  stream.compose(new spec()).pipe(process.stdout);
  await new Promise((done) => stream.once('end', done));
  add(counts);
}

/** One file after another in processes that live for many: loading the service anew is most of a small file's work. */
async function runTogether(): Promise<void> {
  const execArgv = [...imported('scripts/untracked.ts'), ...seeded];
  while (together.length > 0) {
    const worker = fork(resolve('scripts/test-worker.ts'), { execArgv, stdio: 'inherit' });
    for (let turn = 0; turn < filesPerProcess && worker.connected; turn += 1) {
      const file = together.shift();
      if (file === undefined) break;
      const begun = performance.now();
      tell(await resultOf(worker, file), performance.now() - begun);
    }
    if (worker.connected) worker.disconnect();
  }
}

/** One at a time. */
function sweep(): void {
  if (server === undefined) return;
  const { url } = server;
  swept = swept.then(() => dropAbandoned(url));
}

/** A process that ends, or that takes too long and is ended, has failed the file that it was at. */
function resultOf(worker: ChildProcess, file: string): Promise<Result> {
  const late = setTimeout(() => worker.kill('SIGKILL'), timeoutMs);
  const { promise, resolve: settle } = Promise.withResolvers<Result>();
  worker.once('exit', (code, signal) => {
    const report = `${failures}\n\n✖ ${file}: its process ended with ${signal ?? code}\n`;
    settle({ file, passed: 0, failed: 1, left: 0, report, cpuMs: 0 });
  });
  worker.once('message', (result: Result) => settle(result));
  worker.send(resolve(file));
  return promise.finally(() => {
    clearTimeout(late);
    worker.removeAllListeners();
  });
}

function tell(result: Result, wall: number): void {
  add(result);
  spent.push({ file: result.file, wall, cpu: result.cpuMs });
  const [tests = '', ...failedTests] = result.report.split(failures);
  process.stdout.write(tests.replaceAll(sums, '').trimEnd().concat('\n'));
  failing.push(...failedTests.map((report) => `${failures}${report}`));
}

function add(counts: Counts): void {
  passed += counts.passed;
  failed += counts.failed;
  testsLeft += counts.left;
}

async function close(): Promise<void> {
  await server?.stop();
  await browser?.stop();
  if (consoleFolder !== undefined) rmSync(consoleFolder, { recursive: true, force: true });
}
