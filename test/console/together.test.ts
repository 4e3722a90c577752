/** Nothing that is seen moves while a screen comes, in whatever order the service answers. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Tab } from '../support/browser.ts';
import { desk, idle, openConsole, phone } from '../support/console.ts';
import { dose } from '../support/dose.ts';
import { screenPaths } from '../support/screen-paths.ts';

const { shop, at, open } = await openConsole();
const paths = await screenPaths(shop);

/**
 * Answers come one at a time, each after the one before was drawn: the last that was asked for first, or in their
 * order. Nothing here depends on how long an answer takes, so that a screen's patience never ends.
 */
const held = (order: 'pop' | 'shift') => `{
  const [ask, later] = [fetch, setTimeout];
  const answers = globalThis.heldAnswers = [];
  globalThis.setTimeout = (does, ms = 0, ...rest) => (ms === 2_000 ? 0 : later(does, ms, ...rest));
  globalThis.fetch = async (url, sent) => {
    const answer = await ask(url, sent);
    if (/\\/api\\//.test(url) && !/stream/.test(url)) await new Promise((go) => answers.push(go));
    return answer;
  };
  const turn = () => requestAnimationFrame(() => requestAnimationFrame(() => {
    answers.${order}()?.();
    turn();
  }));
  turn();
  const moved = globalThis.moved = [];
  // Nobody touches anything here: what counts as recent input is a phone that fits the page to its width.
  const note = (entries) => moved.push(...entries.map(told));
  const told = ({ value, sources }) => value.toFixed(4) + ' ' + sources.map(({ node }) =>
    (node?.parentElement ?? node)?.outerHTML.slice(0, 100)).join(' | ');
  const seen = new PerformanceObserver((list) => note(list.getEntries()));
  seen.observe({ type: 'layout-shift', buffered: true });
  globalThis.takeMoved = () => (note(seen.takeRecords()), moved);
}`;

const drawn = `new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))`;

async function movedOn(tab: Tab, path: string): Promise<readonly string[]> {
  await tab.visit(at(path));
  // A screen may ask for more once it is there.
  do {
    await tab.comes(`${idle} && heldAnswers.length === 0`);
    await tab.settled(drawn);
  } while ((await tab.read('heldAnswers.length')) > 0);
  await tab.settled(drawn);
  return tab.read('takeMoved()');
}

/** Less is a part of a pixel, by which the letters of two fonts differ. */
const unseen = 0.005;

// Each screen comes in one of the two views.
for (const [turn, [name, view, order]] of (
  [
    ['desk', desk, 'pop'],
    ['phone', phone, 'shift'],
  ] as const
).entries()) {
  test(`no part of a screen moves another on a ${name}`, async (t) => {
    const tab = await open(t, 'Screens that come', view);
    if (tab === undefined) return;
    await tab.always(held(order));
    const found: string[] = [];
    for (const path of dose(paths.filter((_, index) => index % 2 === turn))) {
      for (const one of await movedOn(tab, path)) if (Number.parseFloat(one) > unseen) found.push(`${path} ${one}`);
    }
    assert.deepEqual(found, []);
    await tab.read(`document.querySelector('main').prepend(
      Object.assign(document.createElement('p'), { innerText: 'Control', style: 'margin: 3rem' }),
    )`);
    // It never comes where movement is not seen.
    await tab.comes('takeMoved().length > 0');
  });
}
