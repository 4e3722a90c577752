import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type { Config } from '../../src/config.ts';
import type { Outward } from '../../src/operation/outward.ts';
import { openTab, type Tab, type View } from './browser.ts';
import { builtConsole } from './console-build.ts';
import { dose, isComplete } from './dose.ts';
import { violationsIn } from './legible.ts';
import { freePort } from './oauth.ts';
import { password } from './running-service.ts';
import { startShop } from './shop-service.ts';

export const desk = { width: 1_440, height: 900 };
export const phone = { width: 390, height: 844 };
const dark = (view: View): View => ({ ...view, dark: true });

/**
 * Ways in which a screen is seen: on a desk and on a phone, of which one is dark, for the next screen the other.
 * English words are short: whether all fits is looked at in German too. Axe reads no words, and is asked in English.
 */
function waysOf(index: number): readonly { readonly language: string; readonly view: View }[] {
  const [first, second] = index % 2 === 0 ? [desk, dark(phone)] : [dark(desk), phone];
  return [
    { language: 'en', view: first },
    { language: 'en', view: second },
    { language: 'de', view: desk },
    { language: 'de', view: phone },
  ];
}

/** Text of its heading, once the screen is there. */
export const heading = `document.querySelector('main h1')?.innerText`;
export const shown = (text: string) =>
  `document.querySelector('main')?.innerText.includes(${JSON.stringify(text)}) === true`;
const waiting = `document.querySelector('.waiting, .blank, [aria-busy=true]')`;
export const idle = `document.querySelector('main') !== null && ${waiting} === null`;

/** Leads to another screen as a link does, which loads nothing anew. It is there once its page was drawn. */
export const goTo = (path: string): string => `new Promise((drawn) => {
  history.pushState(null, '', ${JSON.stringify(path)});
  dispatchEvent(new PopStateEvent('popstate'));
  requestAnimationFrame(() => requestAnimationFrame(() => drawn(true)));
})`;

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

/** Of a run that is not complete a screen is seen in the way whose turn it is. */
function viewsOf(index: number, language: string): readonly View[] {
  const ways = waysOf(index);
  const turn = Math.floor(index / 2) % ways.length;
  const seen = isComplete ? ways : ways.slice(turn, turn + 1);
  return seen.filter((way) => way.language === language).map(({ view }) => view);
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
   * Every screen in its ways, of a run that is not complete one in six of them: nothing that axe finds in English, and
   * in any language all in view that is shown.
   */
  const readable = async (tab: Tab, all: readonly ConsoleScreen[]): Promise<void> => {
    const screens = atLeastOne(all);
    for (const language of ['en', 'de']) {
      const seen = screens.map((screen, index) => ({ screen, views: viewsOf(index, language) }));
      await tab.read(`localStorage.setItem('language', '${language}')`);
      for (const [index, { screen, views }] of seen.filter((one) => one.views.length > 0).entries()) {
        await tab.look(desk);
        // Loaded once: going on, turning a phone, or to the dark, loads nothing either.
        await (index === 0 ? tab.visit(at(screen.path)) : tab.settled(goTo(screen.path)));
        for (const view of views) await readableAs(tab, screen, { language, view });
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

/** One in six of many screens. */
function atLeastOne(all: readonly ConsoleScreen[]): readonly ConsoleScreen[] {
  const some = dose(all);
  return some.length > 0 ? some : all.slice(0, 1);
}

/** Ids that several elements have: a label would be of the first, and a screen reader say what another one is. */
const sharedIds = `[...Map.groupBy(document.querySelectorAll('[id]'), ({ id }) => id)]
  .filter(([, all]) => all.length > 1).map(([id]) => id)`;

type Seen = { readonly language: string; readonly view: View };

async function readableAs(tab: Tab, { path, says, isRefused = false }: ConsoleScreen, seen: Seen): Promise<void> {
  const { language, view } = seen;
  await tab.look(view);
  // Texts in other languages are tested with the catalogue of messages.
  const isThere = language === 'en' ? shown(says) : `document.documentElement.lang === '${language}'`;
  await tab.comes(`${isThere} && ${idle} && ${still}`);
  const trouble = await tab.read(`document.querySelector('main [role=alert]')?.innerText ?? ''`);
  const where = `${path} ${language} ${JSON.stringify(view)}`;
  assert.equal(trouble !== '', isRefused, `${where} ${trouble}`);
  if (language === 'en') assert.deepEqual(await violationsIn(tab.settled), [], where);
  assert.deepEqual(await tab.read(sharedIds), [], `${where} has each id once`);
  const fits = await tab.read('document.documentElement.scrollWidth <= innerWidth');
  assert.ok(fits, `${where} is as wide as the screen`);
  assert.deepEqual(await tab.read(cutShort), [], `${where} shows whole amounts and titles`);
}
