/** From one screen to the next, as links lead. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { goTo, idle, openConsole } from '../support/console.ts';

const { shop, at, open } = await openConsole();

test('a screen that is left asks for nothing that belongs to the next one', async (t) => {
  const tab = await open(t, 'Going on');
  if (tab === undefined) return;
  await tab.visit(at('/files'));
  await tab.comes(idle);
  const id = shop.ids['odoc'];
  await tab.settled(goTo(`/other-documents?open=${id}`));
  await tab.comes(`${idle} && document.querySelector('.panel') !== null`);
  const asked = `performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)`;
  const ofNext: string[] = await tab.read(`${asked}.filter((path) => path.includes('${id}'))`);
  assert.deepEqual([...new Set(ofNext)], [`/api/other-documents/${id}`]);
});
