import type { Tab } from './browser.ts';

/** Keyboard actions of a person on the console. */

/** The field with a label, within an open window or the page. */
export function field(label: string): string {
  const named = `[...document.querySelectorAll('dialog[open] label, main label')]`;
  const isIt = `one.innerText.trim().startsWith(${JSON.stringify(label)})`;
  return `${named}.filter((one) => ${isIt}).map((one) => document.getElementById(one.htmlFor))
    .find((one) => one !== null)`;
}

/** A single letter, while nothing is typed into. */
export async function key(tab: Tab, letter: string): Promise<void> {
  await tab.read(`document.activeElement.blur()`);
  await tab.read(`dispatchEvent(new KeyboardEvent('keydown', { key: ${JSON.stringify(letter)} }))`);
}

export async function fill(tab: Tab, label: string, text: string): Promise<void> {
  await tab.comes(`${field(label)} !== undefined`);
  // A page that has just come first gives the focus to what it begins with.
  await tab.settled(`new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))`);
  await tab.read(`${field(label)}.focus()`);
  await tab.read(`document.activeElement.select?.()`);
  await tab.type(text);
}

/** Control and Enter, which saves every form. */
export async function save(tab: Tab): Promise<void> {
  const sent = `new KeyboardEvent('keydown', { key: 'Enter', ctrlKey: true, bubbles: true })`;
  await tab.read(`document.activeElement.dispatchEvent(${sent})`);
}

/** Types into a field that offers records, looks at what it offers, and takes the first. */
export async function pick(tab: Tab, label: string, text: string): Promise<void> {
  await fill(tab, label, text);
  await tab.comes(`${field(label)}.ariaBusy !== 'true'
    && [...document.querySelectorAll('[role=option]')].some((one) => one.checkVisibility())`);
  await tab.press('Enter');
}

/** A button of the open window, else of the page or of what was just said below it. */
export function button(label: string): string {
  const says = `one.innerText.trim().startsWith(${JSON.stringify(label)})`;
  const all = `document.querySelectorAll(
    document.querySelector('dialog.window[open]') ? 'dialog.window[open] button' : 'main button, .toast button')`;
  return `[...${all}].find((one) => ${says})`;
}

export async function press(tab: Tab, label: string): Promise<void> {
  await tab.comes(`${button(label)} !== undefined`);
  await tab.read(`${button(label)}.focus()`);
  await tab.press('Enter');
}

/** The button of the window that comes, where the one that opened it is called the same. */
export async function confirm(tab: Tab, label: string): Promise<void> {
  await tab.comes(`document.querySelector('dialog.window[open]') !== null`);
  await press(tab, label);
}

/** The menu "More". */
export async function choose(tab: Tab, label: string): Promise<void> {
  const more = `[...document.querySelectorAll('details.more summary')].find((one) => one.innerText.startsWith('More'))`;
  await tab.comes(`${more} !== undefined`);
  await tab.read(`${more}.focus()`);
  await tab.press('Enter');
  await tab.comes(`${button(label)}?.checkVisibility() === true`);
  await press(tab, label);
}

/** The secret that a window shows once, which is then closed. */
export async function takenSecret(tab: Tab): Promise<string> {
  const secret = `document.querySelector('dialog[open] .secret code')`;
  await tab.comes(`${secret} !== null`);
  const text = String(await tab.read(`${secret}.innerText`));
  await tab.read(`document.querySelector('dialog[open] .top button, dialog[open] header button').click()`);
  await tab.comes(`${secret} === null`);
  return text;
}
