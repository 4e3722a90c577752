/** The package as npm would publish it, installed where there is no checkout. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { test } from 'node:test';
import { temporaryFolder } from './support/embedded-service.ts';
import { ask } from './faults/counter.ts';
import { startDaybook, stopDaybook } from './faults/daybook-process.ts';

type Lock = { readonly packages: Readonly<Record<string, { readonly dev?: boolean; readonly devOptional?: boolean }>> };

test('what npm packs starts on a machine without the repository and without what develops it', async (t) => {
  const { folder, later } = temporaryFolder(t);
  const packed = pack(folder);
  const installed = join(folder, 'node_modules', 'daybook');
  mkdirSync(installed, { recursive: true });
  execFileSync('tar', ['-xzf', join(folder, packed.filename), '--strip-components=1', '-C', installed]);
  t.diagnostic(`${packed.files.length} files, ${(packed.unpackedSize / 1e6).toFixed(1)} MB unpacked`);
  assert.ok(!existsSync(join(installed, 'src')));

  for (const name of packagesOfUsers()) link(name, join(folder, 'node_modules'));
  const bin = join(folder, 'node_modules', '.bin', 'daybook');
  mkdirSync(dirname(bin), { recursive: true });
  symlinkSync('../daybook/bin/daybook.js', bin);
  chmodSync(bin, 0o755);

  const data = join(folder, 'data');
  // As npx runs it, which would keep signals to itself.
  const daybook = await startDaybook({ folder: data, command: [bin] });
  later(() => stopDaybook(daybook, data));
  assert.equal((await ask(daybook.url, 'GET /readyz')).status, 200);
});

type Packed = { readonly filename: string; readonly unpackedSize: number; readonly files: readonly unknown[] };

/** `dist` may be older than the source, and serves other tests meanwhile. */
function pack(folder: string): Packed {
  const checkout = join(folder, 'checkout');
  for (const name of ['package.json', 'bin', 'migrations']) cpSync(name, join(checkout, name), { recursive: true });
  execFileSync(process.execPath, ['scripts/bundle.ts', join(checkout, 'dist')]);
  const told = execFileSync('npm', ['pack', '--json', '--silent', '--ignore-scripts', '--pack-destination', folder], {
    cwd: checkout,
    encoding: 'utf8',
  });
  const [packed] = JSON.parse(told) as [Packed];
  return packed;
}

/** By the lockfile: those that only develop the service are not installed with the package. */
function packagesOfUsers(): string[] {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lock;
  return Object.entries(packages)
    .filter(([path, { dev, devOptional }]) => /^node_modules\/(?:@[^/]+\/)?[^/]+$/.test(path) && !dev && !devOptional)
    .map(([path]) => path.slice('node_modules/'.length));
}

/** Optional dependencies of another platform are absent. */
function link(name: string, modules: string): void {
  const from = resolve('node_modules', name);
  if (!existsSync(from)) return;
  mkdirSync(dirname(join(modules, name)), { recursive: true });
  symlinkSync(from, join(modules, name));
}
