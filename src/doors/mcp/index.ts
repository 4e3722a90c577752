import type { FastifyInstance } from 'fastify';
import { type McpCredentials, registerActions } from '../../modules/connector/index.ts';
import type { DoorDeps } from '../rest.ts';
import { registerActionRoutes } from './action-routes.ts';
import { registerDiscovery } from './discovery.ts';
import { openOriginCheck } from './origin-check.ts';
import { openToolbox } from './open-toolbox.ts';
import { registerTransport } from './transport.ts';

/** `actorOf` is for what an app's access token opens too, such as the guide. */
export type McpDeps = DoorDeps & {
  readonly publicUrl: string;
  readonly credentials: McpCredentials;
  readonly onFailure: (error: unknown, requestId: string) => void;
  /** Serves the conformance suite's tools beside our own. Never in production. */
  readonly conformanceFixtures?: boolean;
};

/** Everything under `/api/mcp` but the tokens, which are operations. */
export async function registerMcp(server: FastifyInstance, deps: McpDeps): Promise<void> {
  const toolbox = openToolbox(deps.catalogue);
  registerActions(toolbox.actions.values().map(({ operation }) => operation));
  const mcpContext = { ...deps, toolbox };
  const fixtures =
    deps.conformanceFixtures === true
      ? (await import('./conformance-fixtures.ts')).openFixtures(mcpContext)
      : undefined;
  const parts = { ...mcpContext, fixtures, checkOrigin: openOriginCheck(deps.publicUrl) };
  await server.register(async (plugin) => registerTransport(plugin, parts));
  await server.register(async (plugin) => registerActionRoutes(plugin, parts));
  await server.register(async (plugin) => registerDiscovery(plugin, deps.publicUrl));
  server.addHook('onClose', () => deps.credentials.settled());
}
