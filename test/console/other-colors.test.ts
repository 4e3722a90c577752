/** The short way by which each screen is looked at in the dark, and that it misses nothing. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openTab } from '../support/browser.ts';
import { keepForm, violationsIn, violationsInOtherColors } from '../support/legible.ts';

function page(body: string): string {
  const whole = `<!doctype html><html lang="en"><title>Books</title><main><h1>Books</h1>${body}</main></html>`;
  return `data:text/html,${encodeURIComponent(whole)}`;
}

const light = { width: 800 };
const dark = { ...light, dark: true };
const rulesIn = (found: readonly string[]) => found.map((one) => one.split(' ')[0]);

test('control: what cannot be read in the dark alone is found', async (t) => {
  const tab = await openTab(t, 'A text that is lost in the dark');
  if (tab === undefined) return;
  await tab.look(light);
  await tab.visit(page('<style>@media (prefers-color-scheme: dark) { p { color: #eee } }</style><p>Owed</p>'));
  assert.deepEqual(await violationsIn(tab.settled), []);
  await keepForm(tab.settled);
  await tab.look(dark);
  assert.deepEqual(rulesIn(await violationsInOtherColors(tab.settled)), ['color-contrast']);
});

test('control: what is only there in the dark is held to every rule', async (t) => {
  const tab = await openTab(t, 'A field that comes in the dark');
  if (tab === undefined) return;
  await tab.look(light);
  const style =
    '<style>input { display: none } @media (prefers-color-scheme: dark) { input { display: block } }</style>';
  await tab.visit(page(`${style}<p>Owed</p><input>`));
  assert.deepEqual(await violationsIn(tab.settled), []);
  await keepForm(tab.settled);
  await tab.look(dark);
  assert.deepEqual(rulesIn(await violationsInOtherColors(tab.settled)), ['label']);
});
