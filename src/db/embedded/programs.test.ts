import assert from 'node:assert/strict';
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { temporaryFolder } from '../../../test/support/embedded-service.ts';
import { chooseAccount, type Account } from './account.ts';
import { EmbeddedError } from './embedded-error.ts';
import { runProgram } from './program.ts';
import { packagedPrograms, placePrograms } from './programs.ts';

test('a platform that npm has no PostgreSQL for is told so in one line, with the way out', () => {
  assert.throws(
    () => packagedPrograms('linux', 'riscv64'),
    (error) =>
      error instanceof EmbeddedError &&
      /^No embedded PostgreSQL for linux-riscv64.*DATABASE_URL.*$/.test(error.message),
  );
});

test('programs that do not run here, as on Alpine, are named with the reason and the way out', (t) => {
  const { folder } = temporaryFolder(t);
  const native = fakePackage(folder);
  // As on a musl system: the program is there, its loader is not.
  writeFileSync(join(native, 'bin', 'postgres'), '#!/lib64/no-such-loader.so.2\n', { mode: 0o755 });
  assert.throws(
    () => placePrograms(native, wish(folder)),
    (error) =>
      error instanceof EmbeddedError &&
      /^PostgreSQL's programs do not run here .*musl.*DATABASE_URL.*$/.test(error.message),
  );
});

test('where npm put them they are used as they are, when that works', (t) => {
  const { folder } = temporaryFolder(t);
  const native = packagedPrograms();
  const { postgres } = placePrograms(native, { ...wish(folder), accounts: [undefined] });
  assert.equal(dirname(dirname(postgres)), native);
  assert.deepEqual(readdirSync(join(folder, 'home')), []);
});

test('without the install script, or in a private folder, they run from a copy made once', async (t) => {
  const { folder } = temporaryFolder(t);
  const native = join(folder, 'private', 'native');
  cpSync(packagedPrograms(), native, { recursive: true, filter: (path) => !lstatSync(path).isSymbolicLink() });
  cpSync(join(packagedPrograms(), '..', 'package.json'), join(folder, 'private', 'package.json'));
  chmodSync(join(folder, 'private'), 0o700);
  mkdirSync(join(folder, 'home', 'programs-1.2.3'), { recursive: true });
  const said: string[] = [];
  const place = () => placePrograms(native, { ...wish(folder), log: (line) => said.push(line) });
  const { initdb, postgres } = place();
  const account = chooseAccount(folder, folder);
  for (const program of [initdb, postgres]) await runProgram(program, ['--version'], { account, cwd: '/' });
  assert.deepEqual(place(), { initdb, postgres, control: join(dirname(postgres), 'pg_ctl') });
  assert.equal(said.length, 1, 'copied once');
  assert.equal(readdirSync(join(folder, 'home')).length, 1, 'the older version is gone');

  // A power cut soon after the copying leaves files without their content.
  truncateSync(join(postgres, '..', '..', 'share', 'postgresql', 'postgres.bki'));
  place();
  assert.equal(said.length, 2, 'copied again');
  await runProgram(postgres, ['--version'], { account, cwd: '/' });
});

test('root below a private folder gets the copy at a place that every account can reach', (t) => {
  if (process.getuid?.() !== 0) return t.skip('only root has another account run the server');
  const cache = '/var/cache/daybook';
  const before = existsSync(cache);
  const { folder } = temporaryFolder(t);
  t.after(() => before || rmSync(cache, { recursive: true, force: true }));
  const native = join(folder, 'native');
  cpSync(packagedPrograms(), native, { recursive: true, verbatimSymlinks: true });
  cpSync(join(packagedPrograms(), '..', 'package.json'), join(folder, 'package.json'));
  const { home, log } = wish(folder);
  chmodSync(folder, 0o700);
  const { postgres } = placePrograms(native, { home, log, accounts: [{ uid: 54_321, gid: 54_321 }] });
  assert.ok(postgres.startsWith(`${cache}/programs-18.`), postgres);
});

/** Programs for whoever would run the server here. */
function wish(folder: string): { home: string; accounts: (Account | undefined)[]; log: (line: string) => void } {
  chmodSync(folder, lstatSync(folder).mode | 0o011);
  const home = join(folder, 'home');
  mkdirSync(home, { recursive: true });
  return { home, accounts: [chooseAccount(folder, home)], log: () => undefined };
}

function fakePackage(folder: string): string {
  const native = join(folder, 'package', 'native');
  mkdirSync(join(native, 'bin'), { recursive: true });
  writeFileSync(join(folder, 'package', 'package.json'), '{ "version": "18.0.0" }');
  return native;
}
