import type { Operation } from '../../src/operation/operation.ts';
import type { RunningService } from './running-service.ts';
import type { Wire } from './world.ts';

/** Any message to the MCP address, answered by its result or its error. */
export async function ask(
  service: RunningService,
  token: string,
  { method, params, query = '' }: { readonly method: string; readonly params?: object; readonly query?: string },
): Promise<Wire> {
  const body = { jsonrpc: '2.0', id: 1, method, ...(params === undefined ? {} : { params }) };
  const path = `/api/mcp/mcp${query}`;
  const answer = await service.send({ method: 'POST', path, token, body, headers: { accept: 'application/json' } });
  return answer.body.result ?? answer.body;
}

/** Calls an action that is no tool of its own, as a model does; writes are only previewed where they can be. */
export function tryAction(
  service: RunningService,
  token: string,
  { operation, input, query = '' }: { readonly operation: Operation; readonly input: object; readonly query?: string },
): Promise<Wire> {
  const { name, effect, previewable } = operation;
  const added = effect === 'read' || previewable === false ? {} : { dry_run: true };
  const params = { name: `run_${effect}_action`, arguments: { name, arguments: input, ...added } };
  return ask(service, token, { method: 'tools/call', params, query });
}

/** Reads a resource, answered by its contents or its error. */
export function readUri(service: RunningService, token: string, uri: string, query = ''): Promise<Wire> {
  return ask(service, token, { method: 'resources/read', params: { uri }, query });
}
