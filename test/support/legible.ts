import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Tab } from './browser.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Evaluates an expression in a page, or in a frame of it. */
type Settled = Tab['settled'];

/**
 * What axe finds is told, not what it found in order; its only rules that read style sheets themselves are experimental
 * ones, which do not run.
 */
const asked = { resultTypes: ['violations'], preload: { assets: ['media'] } };

/** Findings of axe: rule, markup and reason. */
export async function violationsIn(settled: Settled): Promise<string[]> {
  return violations(settled, asked);
}

/** Rules of axe that read colours. */
const ofColor = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] };

/** All that axe reads but colours: the markup, what was typed, and where each element is, if it is seen at all. */
const form = `JSON.stringify([document.documentElement.outerHTML, innerWidth, innerHeight,
  [...document.querySelectorAll('*')].map((one) => {
    const { x, y, width, height } = one.getBoundingClientRect();
    const isSeen = one.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    return [isSeen, x, y, width, height, one.scrollWidth, one.scrollHeight, one.value, one.checked];
  })])`;

/** Keeps in the page how it is formed, for `violationsInOtherColors`; before axe, so that later changes are seen. */
export async function keepForm(settled: Settled): Promise<void> {
  await settled(`Promise.resolve(void (globalThis.keptForm = ${form}))`);
}

/**
 * The same where a page whose form was kept, and in which nothing was found, has changed its colours: where it is
 * formed as it was, only the rules of colours can find anything new. Where it is not, all rules are asked.
 */
export async function violationsInOtherColors(settled: Settled): Promise<string[]> {
  const isFormed = await settled(`Promise.resolve(globalThis.keptForm === ${form})`);
  return violations(settled, isFormed === true ? { ...asked, runOnly: ofColor } : asked);
}

async function violations(settled: Settled, options: object): Promise<string[]> {
  const isThere = await settled(`Promise.resolve(typeof globalThis.axe === 'object')`);
  if (isThere !== true) await settled(`${axe};Promise.resolve()`);
  const each = 'nodes.map(({ html, failureSummary }) => [id, html, failureSummary].join(" "))';
  const told = `({ violations }) => violations.flatMap(({ id, nodes }) => ${each})`;
  return settled(`axe.run(document, ${JSON.stringify(options)}).then(${told})`);
}

/** The page can be read by everybody and is no wider than its window. */
export async function assertLegible(settled: Settled, what: string): Promise<void> {
  assert.deepEqual(await violationsIn(settled), [], what);
  const tooWide = 'Promise.resolve(document.documentElement.scrollWidth > document.documentElement.clientWidth)';
  assert.equal(await settled(tooWide), false, `${what} is too wide`);
}
