/**
 * Changes the arithmetic of src/core in every way that Stryker knows, and counts the changes that no test notices.
 * `npm run mutation` tries every file, `npm run mutation -- tax entry` these two. Each file is tried against the tests
 * that bear its name, and what they let live against all tests of the core. A file is tried again when it or one of its
 * tests has changed, so that a run that was cut off goes on where it stopped.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, delimiter, dirname, join } from 'node:path';

const scoreMin = 85;
const folder = '.mutation';
const stryker = join(
  dirname(createRequire(import.meta.url).resolve('@stryker-mutator/core/package.json')),
  'bin/stryker.js',
);
const allTests = globSync('src/core/*.test.ts').toSorted();
const allFiles = globSync('src/core/*.ts').filter((file) => !file.endsWith('.test.ts'));

type Place = { readonly line: number; readonly column: number };
type Mutant = {
  readonly status: string;
  readonly mutatorName: string;
  readonly replacement: string;
  readonly location: { readonly start: Place; readonly end: Place };
};
type Result = { readonly digest: string; readonly mutants: readonly Mutant[] };

/** The tests that bear the name of the file, else those that import it, else all. */
function testsOf(file: string): string[] {
  const name = basename(file, '.ts');
  const own = allTests.filter((test) => basename(test) === `${name}.test.ts` || basename(test).startsWith(`${name}-`));
  if (own.length > 0) return own;
  const importing = allTests.filter((test) => readFileSync(test, 'utf8').includes(`'./${name}.ts'`));
  return importing.length > 0 ? importing : allTests;
}

function digestOf(paths: readonly string[]): string {
  const hash = createHash('sha256');
  for (const path of paths) hash.update(readFileSync(path));
  return hash.digest('hex');
}

function run(mutate: readonly string[], testFiles: readonly string[]): Mutant[] {
  const base = JSON.parse(readFileSync('stryker.config.json', 'utf8')) as { tap: object };
  const report = join(folder, 'last.json');
  const config = { ...base, mutate, tap: { ...base.tap, testFiles }, jsonReporter: { fileName: report } };
  writeFileSync(join(folder, 'config.json'), JSON.stringify(config));
  // It starts `node` by that name, which may be an older one.
  const path = [dirname(process.execPath), process.env['PATH']].join(delimiter);
  const { status, stdout } = spawnSync(process.execPath, [stryker, 'run', join(folder, 'config.json')], {
    env: { ...process.env, PATH: path },
    encoding: 'utf8',
    maxBuffer: 64 * 1_024 * 1_024,
  });
  if (status !== 0) throw new Error(`Stryker ended with ${status}:\n${stdout.slice(-2_000)}`);
  const { files } = JSON.parse(readFileSync(report, 'utf8')) as { files: Record<string, { mutants: Mutant[] }> };
  return Object.values(files).flatMap(({ mutants }) => mutants);
}

const isAlive = ({ status }: Mutant) => status === 'Survived' || status === 'NoCoverage';
const isDead = ({ status }: Mutant) => status === 'Killed' || status === 'Timeout';
const placeOf = ({ location: { start, end } }: Mutant) => `${start.line}:${start.column}-${end.line}:${end.column}`;
const nameOf = (mutant: Mutant) => `${placeOf(mutant)} ${mutant.mutatorName} ${mutant.replacement}`;

function tried(file: string): Result {
  const kept = join(folder, `${basename(file, '.ts')}.json`);
  const tests = testsOf(file);
  const digest = digestOf([file, ...tests]);
  const before = existsSync(kept) ? (JSON.parse(readFileSync(kept, 'utf8')) as Result) : undefined;
  if (before?.digest === digest) return before;
  const first = run([file], tests);
  const alive = first.filter(isAlive);
  // Stryker counts the columns of its reports from one, and those of its ranges from nought.
  const ranges = alive.map(({ location: { start, end } }) => {
    return `${file}:${start.line}:${start.column - 1}-${end.line}:${end.column - 1}`;
  });
  const second = alive.length === 0 || tests === allTests ? [] : run([...new Set(ranges)], allTests);
  const killed = new Set(second.filter(isDead).map(nameOf));
  const mutants = first.map((one) => (killed.has(nameOf(one)) ? { ...one, status: 'Killed' } : one));
  writeFileSync(kept, JSON.stringify({ digest, mutants }));
  return { digest, mutants };
}

const percent = (dead: number, alive: number) => (dead + alive === 0 ? 100 : (100 * dead) / (dead + alive));

mkdirSync(folder, { recursive: true });
const named = process.argv.slice(2);
let [dead, alive] = [0, 0];
for (const file of allFiles.filter((one) => named.length === 0 || named.includes(basename(one, '.ts')))) {
  const { mutants } = tried(file);
  const survivors = mutants.filter(isAlive);
  const killed = mutants.filter(isDead).length;
  dead += killed;
  alive += survivors.length;
  console.log(`${percent(killed, survivors.length).toFixed(1).padStart(5)} % of ${killed + survivors.length}  ${file}`);
  for (const one of survivors) console.log(`         ${nameOf(one).replaceAll(/\s+/g, ' ').slice(0, 110)}`);
}
const score = percent(dead, alive);
console.log(`${score.toFixed(1)} % of ${dead + alive} changes were noticed; at least ${scoreMin} % must be.`);
process.exitCode = score >= scoreMin ? 0 : 1;
