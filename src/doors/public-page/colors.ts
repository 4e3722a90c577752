import { createHash } from 'node:crypto';
import { inkOn, legibleOn } from '../../render/contrast.ts';
import type { Html } from './html.ts';
import { tokenColor } from './look.ts';

/** Of the grounds on which the colour of the document stands, the one nearest to it by day and by night. */
const ground = tokenColor('--wash');

/** The colour of a document as a style of its own, and the hash by which a policy lets it run. */
export function colorStyle(accent: string): { readonly element: Html; readonly hash: string } {
  const [day, night] = [legibleOn(ground.day, accent), legibleOn(ground.night, accent)];
  // Only colours that were checked are in it.
  const style = `:root{${colors(day)}}@media (prefers-color-scheme:dark){:root{${colors(night)}}}`;
  return { element: { markup: `<style>${style}</style>` }, hash: styleHash(style) };
}

function colors(accent: string): string {
  return `--accent:${accent};--on-accent:${inkOn(accent)}`;
}

/** As a policy names it. */
export function styleHash(style: string): string {
  return `'sha256-${createHash('sha256').update(style).digest('base64')}'`;
}
