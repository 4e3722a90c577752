/** What an import costs a model, by the calls that it makes and the tokens that it writes and reads. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { importing } from '../../../../test/support/importing.ts';
import { startService } from '../../../../test/support/running-service.ts';
import { openTaskClient } from '../../../../test/support/task-client.ts';
import type { Wire } from '../../../../test/support/world.ts';

const service = await startService();
const ana = await service.register('Acme');
const client = await openTaskClient(service.url, await service.mcpToken(ana));
const { api, work } = importing(service);

const content = ['type,display_name', ...Array.from({ length: 40 }, (_, row) => `business,Client ${row}`)].join('\n');
const creating = () => ({
  name: 'run_write_action',
  arguments: {
    name: 'create_import',
    arguments: { kind: 'clients', content: `${content}\nbusiness,${randomUUID()}` },
    idempotency_key: randomUUID(),
  },
});
const reading = (id: string) => ({ name: 'run_read_action', arguments: { name: 'get_import', arguments: { id } } });

/** A call as a model writes it without the file, which is the same for both, and the text that it reads. */
function costOf(call: Wire, answer: Wire): number {
  const { content: _, ...given } = call.arguments.arguments;
  const written = { ...call, arguments: { ...call.arguments, arguments: given } };
  const read = answer.content.map(({ text }: Wire) => text).join('\n');
  return countTokens(JSON.stringify(written)) + countTokens(read);
}

test('a model whose client takes tasks makes one call, not three or more, and pays a third at most', async (t) => {
  const asked = creating();
  const begun = await client.say('tools/call', asked, {});
  const { id } = begun.structuredContent;
  // Without tasks it looks at least once too early, as nothing tells it when to.
  const early = await client.say('tools/call', reading(id), {});
  assert.match(early.content[0].text, /"state":"queued"/);
  await work(ana, id);
  const late = await client.say('tools/call', reading(id), {});
  assert.match(late.content[0].text, /"state":"completed"/);
  const without = costOf(asked, begun) + costOf(reading(id), early) + costOf(reading(id), late);

  const again = creating();
  const { taskId } = await client.say('tools/call', again);
  const { data } = await api(ana, 'GET', '/imports?limit=1');
  await work(ana, data[0].id);
  const { result } = await client.say('tasks/get', { taskId });
  const within = costOf(again, result);
  const more = costOf(reading(id), early);
  t.diagnostic(
    `3 calls and ${without} tokens without tasks, ${more} for each look more; 1 call and ${within} with them`,
  );
  assert.ok(within * 3 <= without, `${within} of ${without}`);
  await client.close();
});
