/** What a browser has to fetch: counts of bytes, which are the same on every machine. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { builtConsole } from '../support/console-build.ts';

const firstScriptMax = 60_000;
const screenMax = 4_000;
/** Fetched once, with the first screen that has fields. */
const formMax = 4_500;
const stylesMax = 12_000;

const folder = builtConsole();
const files = globSync(`${folder}/static/*`).map((path) => ({ name: basename(path), bytes: readFileSync(path) }));
const sizeOf = (names: readonly string[]): number =>
  files.filter(({ name }) => names.includes(name)).reduce((sum, { bytes }) => sum + gzipSync(bytes).length, 0);
const starting = (beginning: string) => files.map(({ name }) => name).filter((name) => name.startsWith(beginning));

const page = readFileSync(`${folder}/index.html`, 'utf8');
const linked = [...page.matchAll(/static\/([^"]+)"/g)].map(([, name = '']) => name);
const shell = linked.filter((name) => name.endsWith('.js'));
const home = [...starting('en-'), ...starting('dashboard-'), ...starting('chart-')];

test('the first screen in English takes little script, and all screens little style', (t) => {
  const script = sizeOf([...new Set([...shell, ...home])]);
  const styles = sizeOf(linked.filter((name) => name.endsWith('.css')));
  t.diagnostic(`script ${script} bytes, styles ${styles} bytes, compressed`);
  assert.ok(home.length === 3 && shell.length > 1);
  assert.ok(script <= firstScriptMax, `${script} bytes of script`);
  assert.ok(styles <= stylesMax, `${styles} bytes of style`);
});

test('each further screen takes little more', (t) => {
  const further = files.filter(({ name }) => name.endsWith('.js') && !shell.includes(name) && !home.includes(name));
  const screens = further.filter(({ name }) => !/^(?:more-|refusals-|names-)?[a-z]{2}-/.test(name));
  const sizes = screens.map(({ name, bytes }) => [gzipSync(bytes).length, name] as const);
  const [largest] = sizes.toSorted(([one], [other]) => other - one);
  t.diagnostic(`the largest is ${largest?.[1]}: ${largest?.[0]} bytes, compressed`);
  assert.ok(screens.length > 40);
  assert.deepEqual(
    sizes.filter(([size, name]) => size > (name.startsWith('form-') ? formMax : screenMax)),
    [],
  );
});
