/**
 * Runs the tests, all of them or the files named: one PostgreSQL for the whole run, without fsync since nothing in it
 * outlives the run, and a database of its own for each test file. `DAYBOOK_TESTS_COMPLETE=1` leaves nothing out.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { startEmbedded } from '../src/db/embedded/index.ts';
import { needsDatabase, sharesProcess, testFiles } from './test-files.ts';
import type { Result } from './test-result.ts';

const fileTimeoutMs = 600_000;
const filesAtOnce = 2;
/** A process that has run so many files ends, since what each leaves in memory adds up. */
const filesPerProcess = 40;
const slowestShown = 12;
const failures = '✖ failing tests:';
/** Sums of a single file, of which the run has its own. */
const sums = /^ℹ (?:tests|suites|pass|fail|cancelled|skipped|todo|duration_ms) .*\n/gm;

const named = process.argv.slice(2).map((file) => relative('.', resolve(file)));
const isComplete = process.env['DAYBOOK_TESTS_COMPLETE'] !== undefined;
const { files, left } = named.length > 0 ? { files: named, left: 0 } : testFiles({ isComplete });

const server = files.some(needsDatabase) ? await startServer() : undefined;
if (server !== undefined) process.env['DAYBOOK_TEST_SERVER'] = server.url;
// Each process loads the whole service: half of that time is reading TypeScript.
process.env['NODE_COMPILE_CACHE'] ??= resolve('node_modules/.cache/tests');

const results: Result[] = [];
const alone = files.filter((file) => !sharesProcess(file));
const together = files.filter(sharesProcess);
await Promise.all(Array.from({ length: filesAtOnce }, takeTurns));
await server?.stop();

for (const { report } of results) if (report.includes(failures)) console.log(report.slice(report.indexOf(failures)));
if (results.length > slowestShown) {
  const slowest = results.toSorted((one, other) => other.ms - one.ms).slice(0, slowestShown);
  const lines = slowest.map(({ file, ms }) => `${(ms / 1_000).toFixed(0).padStart(5)} s ${file}`);
  console.log(`\nThe files that took longest:\n${lines.join('\n')}`);
}
if (left > 0) console.log(`\n${left} files are left to DAYBOOK_TESTS_COMPLETE=1; scripts/test-files.ts names them.`);
const sum = (count: (result: Result) => number) => results.reduce((total, result) => total + count(result), 0);
const [passed, failed] = [sum((result) => result.passed), sum((result) => result.failed)];
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;

/** Takes one file after another until there is none: first those that need a process of their own. */
async function takeTurns(): Promise<void> {
  for (let file = alone.shift(); file !== undefined; file = alone.shift()) {
    const worker = startWorker();
    tell(await resultOf(worker, file));
    worker.disconnect();
  }
  while (together.length > 0) {
    const worker = startWorker();
    for (let turn = 0; turn < filesPerProcess && worker.connected; turn += 1) {
      const file = together.shift();
      if (file === undefined) break;
      tell(await resultOf(worker, file));
    }
    if (worker.connected) worker.disconnect();
  }
}

function startWorker(): ChildProcess {
  const seed = pathToFileURL(resolve('test/support/seed.ts')).href;
  return fork(resolve('scripts/test-worker.ts'), { execArgv: ['--import', seed], stdio: 'inherit' });
}

/** A process that ends, or that takes too long and is ended, has failed the file that it was at. */
function resultOf(worker: ChildProcess, file: string): Promise<Result> {
  const began = performance.now();
  const late = setTimeout(() => worker.kill('SIGKILL'), fileTimeoutMs);
  const { promise, resolve: settle } = Promise.withResolvers<Result>();
  const ended = (code: number | null, signal: string | null) => {
    const report = `${failures}\n\n✖ ${file}: its process ended with ${signal ?? code}\n`;
    settle({ file, passed: 0, failed: 1, report, ms: performance.now() - began });
  };
  worker.once('exit', ended);
  worker.once('message', (result: Result) => settle({ ...result, file }));
  worker.send(resolve(file));
  return promise.finally(() => {
    clearTimeout(late);
    worker.removeAllListeners();
  });
}

function tell(result: Result): void {
  results.push(result);
  const [tests = ''] = result.report.split(failures);
  process.stdout.write(tests.replaceAll(sums, '').trimEnd().concat('\n'));
}

async function startServer(): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'daybook-test-'));
  const embedded = await startEmbedded({ folder, log: () => undefined, fast: true });
  return {
    url: embedded.ownerUrl,
    stop: async () => {
      await embedded.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
