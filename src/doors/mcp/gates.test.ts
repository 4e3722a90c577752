/** Laws over everything that models are offered: what a token may not do is refused before its input is looked at. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asOwner } from '../../../test/support/database.ts';
import { longTest } from '../../../test/support/dose.ts';
import { createMcpService } from '../../../test/support/mcp-service.ts';
import type { Wire } from '../../../test/support/world.ts';
import { catalogue } from '../../catalogue.ts';
import { verdictOf } from '../../modules/connector/index.ts';
import type { Operation } from '../../operation/operation.ts';
import { isIdleAlone } from './open-toolbox.ts';
import { actionOf } from './action.ts';

const service = await createMcpService();
const ana = await service.owner('Acme');
const offered = catalogue.filter((operation) => actionOf(operation) !== undefined);

test('a scope opens what needs it and nothing else, in the list and in the call', longTest, async () => {
  for (const scope of ['clients:read', 'sales:write', 'reports:read']) {
    const writes = offered.some(({ permission, effect }) => permission === scope && effect !== 'read');
    const { token } = await ana.mint({ scopes: [scope], preset: 'full' });
    const { body } = await service.http('GET', '/api/mcp/v1/actions', { headers: { 'x-mcp-token': token } });
    const listed = new Set(body.data.map(({ name }: Wire) => name));
    for (const operation of offered) {
      // A token that can write nothing is offered no way to take its writes back.
      const idle = !writes && isIdleAlone(operation);
      const open = (operation.permission === 'signed_in' && !idle) || operation.permission === scope;
      assert.equal(listed.has(operation.name), open, `${scope} ${operation.name}`);
      if (!open && !idle) await assertRefused(token, operation, 'insufficient_scope');
    }
  }
});

test('a read-only token is refused every write, whatever it is called with', async () => {
  const { token } = await ana.mint({ preset: 'read_only' });
  for (const operation of offered.filter(({ effect }) => effect !== 'read')) {
    await assertRefused(token, operation, 'insufficient_scope');
    const preview = await service.tool(token, operation.name, { dry_run: true });
    assert.equal(preview.structuredContent.code, 'insufficient_scope', operation.name);
  }
});

test('what needs a person never happens by itself, and no argument gets past it', longTest, async () => {
  for (const preset of ['standard', 'draft_only'] as const) {
    const { token } = await ana.mint({ preset });
    for (const operation of offered.filter((one) => verdictOf(preset, one) === 'needs_person')) {
      await assertRefused(token, operation);
      for (const input of [{ dry_run: false }, { approved: true }, { preset: 'full' }, { force: true }]) {
        const { isError } = await service.tool(token, operation.name, input);
        assert.equal(isError, true, operation.name);
      }
    }
  }
  const done = await asOwner(service.database.ownerUrl, (client) =>
    client.query(`select distinct action from audit_log where door = 'mcp' and action <> 'request_approval'`),
  );
  assert.deepEqual(done.rows, []);
});

/** Called by its own name, and by the tool for its effect. */
async function assertRefused(token: string, { name, effect }: Operation, code?: string): Promise<void> {
  const own = await service.tool(token, name);
  const around = await service.tool(token, `run_${effect}_action`, { name, arguments: {} });
  for (const { isError, structuredContent } of [own, around]) {
    assert.deepEqual([isError, structuredContent.code], [true, code ?? structuredContent.code], name);
  }
}
