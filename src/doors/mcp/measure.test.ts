import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { catalogue } from '../../catalogue.ts';
import { actionOf } from './action.ts';
import { estimatedTokens, tokenCounter } from './measure.ts';
import { metaTools } from './meta-tools.ts';
import { researchTools } from './research.ts';

const actions = catalogue.map(actionOf).filter((action) => action !== undefined);
const tools = [...actions, ...metaTools, ...researchTools].map(({ tool }) => JSON.stringify(tool));

test('the estimate of what a tool costs is never below the true count, and at most 15 % above', (t) => {
  const ratios = tools.map((tool) => estimatedTokens(tool) / countTokens(tool));
  t.diagnostic(`${tools.length} tools: ${Math.min(...ratios).toFixed(3)} to ${Math.max(...ratios).toFixed(3)}`);
  assert.ok(tools.length > 300);
  assert.deepEqual(
    tools.filter((_, index) => !((ratios[index] ?? 0) >= 1 && (ratios[index] ?? 0) <= 1.15)),
    [],
  );
});

test('tokens are counted where the tokenizer is installed, and estimated where it is not', async () => {
  const [tool = ''] = tools;
  const exact = await tokenCounter();
  assert.deepEqual([exact.count(tool), exact.isEstimate], [countTokens(tool), false]);
  const estimate = await tokenCounter(() => Promise.reject(new Error('not installed')));
  assert.deepEqual([estimate.count(tool), estimate.isEstimate], [estimatedTokens(tool), true]);
});
