import { readFileSync } from 'node:fs';

/** Colours by name, as the tokens have them: by day and by night. */
const pair = /(--[\w-]+):\s*light-dark\((#\w+),\s*(#\w+)\);/g;

const tokens = lookFile('tokens.css');
const pairs = [...tokens.matchAll(pair)].map(([, name = '', day = '', night = '']) => ({ name, day, night }));

/** The tokens and controls of the console, for pages that carry their style along. */
export const look = `${byMedia(tokens)}${compact(lookFile('controls.css'))}`;

/** A colour of the tokens, as a ground that others have to be read on. */
export function tokenColor(name: string): { readonly day: string; readonly night: string } {
  const found = pairs.find((one) => one.name === name);
  if (found === undefined) throw new Error(`The tokens have no ${name}.`);
  return found;
}

/** Customers open a page with whatever they have: browsers of before 2024 do not know `light-dark()`. */
function byMedia(css: string): string {
  const [root = '', ...rest] = compact(css.replaceAll(pair, '$1: $2;')).split(/(?<=\})/);
  const nights = pairs.map(({ name, night }) => `${name}:${night}`).join(';');
  return `${root}@media (prefers-color-scheme:dark){:root{${nights}}}${rest.join('')}`;
}

/** The same style in fewer bytes. */
function compact(css: string): string {
  return css
    .replaceAll(/\/\*[^]*?\*\//g, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?([{};,]) ?/g, '$1')
    .replaceAll(/(?<=[\w-]): /g, ':')
    .replaceAll(';}', '}')
    .trim();
}

function lookFile(name: string): string {
  return readFileSync(new URL(`../look/${name}`, import.meta.url), 'utf8');
}
