/** One look for the console and for the pages that carry their style along. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { openTab, type Tab } from '../../../test/support/browser.ts';
import { cardStyle } from '../signed-in/style.ts';
import { consoleStyle } from '../console/style.ts';
import { docsStyle } from '../docs/style.ts';
import { look, tokenColor } from './look.ts';
import { styleElement } from './style.ts';

const sizeMax = 24 * 1024;
const styles = {
  document: styleElement,
  card: cardStyle.element,
  console: consoleStyle.element,
  docs: docsStyle.element,
};
const tokens = readFileSync('src/doors/look/tokens.css', 'utf8');
const paired = [...tokens.matchAll(/(--[\w-]+): light-dark\((.+?), (.+?)\)/g)];

async function valuesIn(tab: Tab, dark: boolean): Promise<Record<string, string>> {
  await tab.look({ width: 1_280, dark });
  const names = paired.map(([, name]) => name);
  const read = `Object.fromEntries(${JSON.stringify(names)}.map((name) =>
    [name, getComputedStyle(document.documentElement).getPropertyValue(name).trim()]))`;
  return tab.read(read);
}

test('a page has the colours of the tokens by day and by night, in an older browser too', async (t) => {
  assert.ok(paired.length > 15 && !look.includes('light-dark'));
  for (const [, name = '', day, night] of paired) {
    const { day: own, night: other } = tokenColor(name);
    assert.deepEqual([own, other], [day, night]);
  }
  assert.throws(() => tokenColor('--nothing'), /no --nothing/);
  const tab = await openTab(t, 'The look of the pages');
  if (tab === undefined) return;
  await tab.visit(`data:text/html,${encodeURIComponent(styleElement.markup)}`);
  assert.deepEqual(await valuesIn(tab, false), Object.fromEntries(paired.map(([, name, day]) => [name, day])));
  assert.deepEqual(await valuesIn(tab, true), Object.fromEntries(paired.map(([, name, , night]) => [name, night])));
});

test('pages have no colour of their own, but for codes, logos and paper', () => {
  const own = globSync('src/doors/{public-page,signed-in,console,docs,entrance,oauth}/*style.ts').flatMap((path) => {
    const text = readFileSync(path, 'utf8').replace(/@media print\{[^]*?\n\}/, '');
    return [...text.matchAll(/#[0-9a-f]{3,8}\b/gi)].map(([color]) => color).filter((color) => color !== '#fff');
  });
  assert.deepEqual(own, []);
});

test('a page stays small, as its style travels with it uncompressed', () => {
  for (const [name, { markup }] of Object.entries(styles))
    assert.ok(markup.length < sizeMax, `${name} ${markup.length}`);
});

test('whatever a page names is among the tokens', () => {
  for (const [name, { markup }] of Object.entries(styles)) {
    const defined = new Set([...markup.matchAll(/(--[\w-]+):/g)].map(([, one]) => one));
    const lacking = [...markup.matchAll(/var\((--[\w-]+)\)/g)].map(([, one]) => one).filter((one) => !defined.has(one));
    assert.deepEqual(lacking, [], name);
  }
});
