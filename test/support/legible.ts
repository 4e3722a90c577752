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
  const isThere = await settled(`Promise.resolve(typeof globalThis.axe === 'object')`);
  if (isThere !== true) await settled(`${axe};Promise.resolve()`);
  const each = 'nodes.map(({ html, failureSummary }) => [id, html, failureSummary].join(" "))';
  const told = `({ violations }) => violations.flatMap(({ id, nodes }) => ${each})`;
  return settled(`axe.run(document, ${JSON.stringify(asked)}).then(${told})`);
}

/** The page can be read by everybody and is no wider than its window. */
export async function assertLegible(settled: Settled, what: string): Promise<void> {
  assert.deepEqual(await violationsIn(settled), [], what);
  const tooWide = 'Promise.resolve(document.documentElement.scrollWidth > document.documentElement.clientWidth)';
  assert.equal(await settled(tooWide), false, `${what} is too wide`);
}
