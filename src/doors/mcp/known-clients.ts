import type { McpCredential } from '../../modules/connector/index.ts';
import { clientIn } from './message.ts';

const clientsMax = 5_000;

/** Facts about the program that uses a token. */
export type KnownClient = {
  readonly name: string | undefined;
  /** The client shows apps beside the answers of tools. */
  readonly showsApps: boolean;
};

/**
 * Remembers the client of each token. Older revisions say it in the handshake alone, so it is remembered for the calls
 * that follow; on another node, what was written down with the last use has to do, and answers come without apps.
 */
export function knownMcpClients(): (credential: McpCredential, message: unknown) => KnownClient {
  const clients = new Map<string, KnownClient>();
  return ({ token }, message) => {
    const said = clientIn(message);
    const known = clients.get(token.id) ?? { name: token.lastUsedClient ?? undefined, showsApps: false };
    if (said === undefined) return known;
    const client = { name: said.name ?? known.name, showsApps: said.showsApps };
    if (clients.size >= clientsMax) clients.clear();
    clients.set(token.id, client);
    return client;
  };
}
