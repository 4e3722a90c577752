/** Holds docs/security.md to what is there. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';

const page = readFileSync('docs/security.md', 'utf8');
const rows = page.split('\n').filter((line) => /^\| \d+\.\d+\.\d+ /.test(line));

/** Number of level 1 requirements of the standard by chapter; chapters 16 and 17 have none. */
const requirements: Readonly<Record<string, number>> = {
  1: 8,
  2: 4,
  3: 8,
  4: 2,
  5: 4,
  6: 13,
  7: 6,
  8: 4,
  9: 4,
  10: 5,
  11: 3,
  12: 3,
  13: 1,
  14: 2,
  15: 3,
};

test('every requirement of level 1 stands there once', () => {
  const ids = rows.map((row) => /^\| (\d+)\.(\d+\.\d+)/.exec(row)?.slice(1) ?? []);
  assert.equal(new Set(ids.map((parts) => parts.join('.'))).size, ids.length);
  const counted = Object.groupBy(ids, ([chapter = '']) => chapter);
  assert.deepEqual(
    Object.fromEntries(Object.entries(counted).map(([chapter, found]) => [chapter, found?.length])),
    requirements,
  );
});

test('each test that the page names is there, under that name', () => {
  const named = rows.flatMap((row) => [...row.matchAll(/`([\w./-]+\.test\.ts)` "([^"]+)"/g)]);
  assert.ok(named.length > rows.length);
  const missing = named.filter(([, file = '', name = '']) => {
    if (!existsSync(file)) return true;
    const text = readFileSync(file, 'utf8');
    return !text.includes(`test('${name}'`) && !text.includes(`test(\`${name}\``);
  });
  assert.deepEqual(
    missing.map(([whole]) => whole),
    [],
  );
});

test('what has no test says why it needs none', () => {
  const bare = rows.filter((row) => !row.includes('.test.ts'));
  for (const row of bare) assert.match(row, /there (is|are) none|SECURITY\.md/, row);
});

test('every component is pinned to one version, and to its hash', () => {
  const { dependencies, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
  for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies })) {
    assert.match(String(version), /^\d+\.\d+\.\d+(-[\w.]+)?$/, name);
  }
  type Locked = { readonly resolved?: string; readonly integrity?: string };
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, Locked> };
  const others = Object.entries(packages).filter(([path]) => path !== '');
  for (const [path, { resolved, integrity }] of others) {
    // The default source is npm's registry, and the hash protects the content.
    assert.match(resolved ?? 'https://registry.npmjs.org/', /^https:\/\/registry\.npmjs\.org\//, path);
    assert.match(integrity ?? '', /^sha512-/, path);
  }
});
