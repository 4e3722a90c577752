/** What each screen asks of the service: counts of calls and of bytes, which are the same on every machine. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { idle, openConsole } from '../support/console.ts';
import { screenPaths } from '../support/screen-paths.ts';

const { shop, at, open } = await openConsole();
const callsMax = 6;
const bytesMax = 30_000;

/** Who is signed in, and what waits for them, which the shell asks; and what happens meanwhile. */
const ofShell = /\/api\/(?:auth\/me(?:\/preferences)?$|approvals\?status=pending|events\/stream)/;
/** What was asked, each once: what changes meanwhile is asked again. Drawn pages weigh what they weigh. */
const asked = `performance.getEntriesByType('resource').filter(({ name }) => name.includes('/api/'))
  .map(({ name, transferSize }) => [name, /\\/pages$|\\/preview/.test(name) ? 0 : transferSize])`;

test('a screen asks little: few calls beside those of the shell, and few bytes', async (t) => {
  const tab = await open(t, 'Calls of screens');
  if (tab === undefined) return;
  const paths = await screenPaths(shop);
  const over: string[] = [];
  let most = 0;
  for (const path of paths) {
    await tab.visit(at(path));
    await tab.comes(idle);
    const sizes = new Map((await tab.read(asked)) as [string, number][]);
    const calls = [...sizes.keys()].filter((url) => !ofShell.test(url)).length;
    const bytes = sizes.values().reduce((sum, size) => sum + size, 0);
    most = Math.max(most, calls);
    if (calls > callsMax || bytes > bytesMax) over.push(`${path} ${calls} calls, ${bytes} bytes`);
  }
  assert.deepEqual(over, []);
  assert.ok(paths.length > 80, `${paths.length} screens`);
  assert.ok(most >= 5, 'control: calls are counted');
});
