import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type { Config } from '../../src/config.ts';
import type { Outward } from '../../src/operation/outward.ts';
import { openTab, type Tab, type View } from './browser.ts';
import { builtConsole } from './console-build.ts';
import { isComplete } from './dose.ts';
import { keepForm, violationsIn, violationsInOtherColors } from './legible.ts';
import { freePort } from './oauth.ts';
import { password } from './running-service.ts';
import { startShop } from './shop-service.ts';

export const desk = { width: 1_440, height: 900 };
export const phone = { width: 390, height: 844 };
const views = [desk, { ...desk, dark: true }, phone, { ...phone, dark: true }];
/** English words are short: what fits with them is read in German too. */
const languages = ['en', 'de'] as const;

/** Text of its heading, once the screen is there. */
export const heading = `document.querySelector('main h1')?.innerText`;
export const shown = (text: string) =>
  `document.querySelector('main')?.innerText.includes(${JSON.stringify(text)}) === true`;
const waiting = `document.querySelector('.waiting, .blank, [aria-busy=true]')`;
export const idle = `document.querySelector('main') !== null && ${waiting} === null`;

/** Amounts and headings of which a part cannot be seen: outside of the page, or of a box that cuts them. */
export const cutShort = `(() => {
  const page = document.querySelector('main');
  const cut = [...page.querySelectorAll('h1, h2, .amount, .figure, dd')].filter((one) => {
    if (!one.checkVisibility() || one.innerText.trim() === '') return false;
    const range = document.createRange();
    range.selectNodeContents(one);
    const { left, right } = range.getBoundingClientRect();
    for (let box = one; box !== page.parentElement; box = box.parentElement) {
      const { overflowX } = getComputedStyle(box);
      const edge = box.getBoundingClientRect();
      const isOut = right > edge.right + 1 || left < edge.left - 1;
      // A scrolling box shows all of it, except the page itself and the panel, which must not scroll sideways.
      if (overflowX === 'auto' && box !== page && !box.matches('.panel')) return false;
      if (overflowX !== 'visible' && isOut) return true;
    }
    return false;
  });
  return cut.map((one) => one.innerText.slice(0, 60));
})()`;

/** Every language in every view, or of a run that is not complete the one whose turn it is. */
function doseOf(index: number): readonly { readonly language: string; readonly views: readonly View[] }[] {
  if (isComplete) return languages.map((language) => ({ language, views }));
  const view = index % views.length;
  const language = languages[Math.floor(index / views.length + view) % languages.length] ?? languages[0];
  return [{ language, views: views.slice(view, view + 1) }];
}

/** Colours that turn from light to dark do so within a moment. */
const still = `document.getAnimations().every(({ playState }) => playState !== 'running')`;

export type ConsoleScreen = {
  readonly path: string;
  readonly says: string;
  /** It shows what the service refused. */
  readonly isRefused?: boolean;
};

type Surroundings = { readonly host?: string; readonly outward?: Outward };

/** The console over a shop of which one of everything was made; without workers, unless said. */
export async function openConsole(config: Partial<Config> = {}, { host = '127.0.0.1', ...parts }: Surroundings = {}) {
  const port = await freePort();
  const publicUrl = `http://${host}:${port}`;
  const { service, shop } = await startShop(
    { ...config, port, publicUrl },
    {
      ...parts,
      consoleFolder: builtConsole(),
    },
  );
  const at = (path: string) => `${publicUrl}${path}`;

  /** A tab in which the owner is signed in, or somebody else. */
  const open = async (
    t: TestContext,
    what: string,
    view: View = desk,
    { email } = shop.who,
  ): Promise<Tab | undefined> => {
    const tab = await openTab(t, what);
    if (tab === undefined) return undefined;
    await tab.look(view);
    await tab.visit(at('/login'));
    await tab.comes(`document.activeElement.id === 'email'`);
    await tab.type(email);
    await tab.press('Tab');
    await tab.type(password);
    await tab.pressing('Enter');
    await tab.comes(`${heading} !== undefined`);
    return tab;
  };

  /**
   * Every screen, light and dark, on a desk and on a phone, in English and in German: nothing that axe finds, nothing
   * wider than the screen. A run that is not complete sees each in one of the eight.
   */
  const readable = async (tab: Tab, screens: readonly ConsoleScreen[]): Promise<void> => {
    for (const [index, screen] of screens.entries()) {
      for (const { language, views: some } of doseOf(index)) {
        // Loaded once: turning a phone, or to the dark, loads nothing either.
        await tab.look(desk);
        await tab.read(`localStorage.setItem('language', '${language}')`);
        await tab.visit(at(screen.path));
        for (const [turn, view] of some.entries()) {
          const isTwin = view.dark === true && turn > 0;
          await readableAs(tab, screen, { language, view, isTwin });
        }
      }
    }
    await tab.read(`localStorage.removeItem('language')`);
    const last = screens.at(-1);
    if (last === undefined || (await tab.read(`document.documentElement.lang`)) === 'en') return;
    // The next steps find what is there by its English names.
    await tab.follow('location.reload()');
    await tab.comes(`${shown(last.says)} && ${idle}`);
  };
  return { service, shop, at, open, readable };
}

/** Ids that several elements have: a label would be of the first, and a screen reader say what another one is. */
const sharedIds = `[...Map.groupBy(document.querySelectorAll('[id]'), ({ id }) => id)]
  .filter(([, all]) => all.length > 1).map(([id]) => id)`;

/** The twin of the view before it is the same but for its colours. */
type Seen = { readonly language: string; readonly view: View; readonly isTwin: boolean };

async function readableAs(tab: Tab, { path, says, isRefused = false }: ConsoleScreen, seen: Seen): Promise<void> {
  const { language, view, isTwin } = seen;
  await tab.look(view);
  // Texts in other languages are tested with the catalogue of messages.
  const isThere = language === 'en' ? shown(says) : `document.documentElement.lang === '${language}'`;
  await tab.comes(`${isThere} && ${idle} && ${still}`);
  const trouble = await tab.read(`document.querySelector('main [role=alert]')?.innerText ?? ''`);
  const where = `${path} ${language} ${JSON.stringify(view)}`;
  assert.equal(trouble !== '', isRefused, `${where} ${trouble}`);
  if (!isTwin) await keepForm(tab.settled);
  assert.deepEqual(await (isTwin ? violationsInOtherColors : violationsIn)(tab.settled), [], where);
  assert.deepEqual(await tab.read(sharedIds), [], `${where} has each id once`);
  const fits = await tab.read('document.documentElement.scrollWidth <= innerWidth');
  assert.ok(fits, `${where} is as wide as the screen`);
  assert.deepEqual(await tab.read(cutShort), [], `${where} shows whole amounts and titles`);
}
