import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { everyday, professional } from '../../../test/evaluation/phrases/english.ts';
import { longTest } from '../../../test/support/dose.ts';
import { createMcpService } from '../../../test/support/mcp-service.ts';

const service = await createMcpService();
const ana = await service.owner('Acme');
const { token } = await ana.mint({ preset: 'full' });
const lookTokensMax = 350;
const indexTokensMax = 2_000;

const textOf = ({ content }: { content: readonly { text?: string }[] }): string =>
  content.map(({ text }) => text ?? '').join('\n');

test('a look costs little, in text and structure together', longTest, async () => {
  const asked = [...professional.trim().split('\n'), ...everyday.trim().split('\n')];
  for (const line of asked.filter((_, index) => index % 6 === 0)) {
    const query = line.split(' > ')[0] ?? '';
    const result = await service.tool(token, 'find_actions', { query });
    const text = countTokens(textOf(result));
    const structure = countTokens(JSON.stringify(result.structuredContent));
    assert.ok(text <= lookTokensMax && structure <= lookTokensMax, `${query}: ${text} and ${structure}`);
  }
});

test('without words the whole index is told by area, each name so that it can be read off', async () => {
  const text = textOf(await service.tool(token, 'find_actions', {}));
  assert.ok(countTokens(text) <= indexTokensMax, `${countTokens(text)}`);
  const names = text
    .split('\n')
    .slice(1)
    .flatMap((line) => line.replace(/^\w+: /, '').split(' '))
    .flatMap((group) => {
      const at = group.indexOf('_', group.lastIndexOf('|') + 1);
      const [verbs, noun] = at < 0 ? [group, ''] : [group.slice(0, at), group.slice(at)];
      return verbs.split('|').map((verb) => `${verb}${noun}`);
    });
  for (const name of ['create_client', 'search', 'reverse_write_off', 'connector_doctor'])
    assert.ok(names.includes(name));
  assert.equal(new Set(names).size, names.length);
});

test('what is not there is said to be missing, with what comes nearest', async () => {
  const result = await service.tool(token, 'find_actions', { query: 'run payroll for November' });
  assert.match(textOf(result), /^\{"none":"There is no action for payroll\. Nearest: /);
  assert.match(result.structuredContent.none, /payroll/);
  const there = await service.tool(token, 'find_actions', { query: 'the customer paid too much' });
  assert.ok(!('none' in there.structuredContent));
});
