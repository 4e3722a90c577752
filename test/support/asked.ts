import type { ShopActions } from './shop/fill.ts';
import type { Wire } from './world.ts';

/** A write that an AI client has asked for, and that waits for a person. */
export async function askedFor({ call, service, fresh }: ShopActions): Promise<Wire> {
  const { token } = await call('create_mcp_token', { name: fresh('assistant'), preset: 'draft_only' });
  const input = { name: 'create_tax_rate', arguments: { name: fresh('rate'), percentage: '7' } };
  const answer = await service.tool(token, 'run_write_action', input);
  return call('get_approval', { id: answer.structuredContent.approval_id });
}

/** A write of an AI client that can be undone. */
export async function writtenBy({ call, service, fresh }: ShopActions): Promise<Wire> {
  const { token } = await call('create_mcp_token', { name: fresh('assistant'), preset: 'full' });
  const name = fresh('group');
  const answer = await service.tool(token, 'run_write_action', { name: 'create_client_group', arguments: { name } });
  return answer.structuredContent.undo;
}

/** A practice of an AI client with a write in it. */
export async function practisedBy({ call, service, fresh }: ShopActions): Promise<Wire> {
  const { token, id } = await call('create_mcp_token', { name: fresh('learner'), preset: 'full' });
  const practice = await call('start_practice', { token_id: id });
  await service.tool(token, 'run_write_action', { name: 'create_client_group', arguments: { name: fresh('group') } });
  return practice;
}
