/**
 * Tasks as people put them to an AI client, done by a script that knows only what the tool list, the answers and the
 * refusals tell. What a model can do here no worse, in no more calls, the tools are good enough for.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMcpService } from '../support/mcp-service.ts';
import { assistantOf } from './assistant.ts';
import { openStationer } from './stationer.ts';
import type { Task } from './task.ts';
import { messy } from './tasks/messy.ts';
import { money } from './tasks/money.ts';
import { people } from './tasks/people.ts';
import { reports } from './tasks/reports.ts';
import { selling } from './tasks/selling.ts';
import { stock } from './tasks/stock.ts';

const callsMax = 4;

const service = await createMcpService();
const shop = await openStationer(service);
const tasks: readonly Task[] = [...selling, ...money, ...stock, ...reports, ...people, ...messy];
let total = 0;

for (const { say, do: perform } of tasks) {
  test(say, async (t) => {
    const assistant = await assistantOf(service, shop.token);
    await perform(assistant, shop);
    total += assistant.tokens();
    t.diagnostic(`${assistant.calls()} calls, ${assistant.tokens()} tokens`);
    assert.ok(assistant.calls() <= callsMax, `${assistant.calls()} calls`);
  });
}

test('there are enough of them', (t) => {
  t.diagnostic(`${tasks.length} tasks, ${total} tokens`);
  assert.ok(tasks.length >= 25);
});
