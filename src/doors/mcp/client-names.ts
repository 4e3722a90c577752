import type { McpCredential } from '../../modules/connector/index.ts';

const namesMax = 5_000;

export type ClientNames = {
  of(credential: McpCredential, message: unknown, named: (message: unknown) => string | undefined): string | undefined;
};

/**
 * Which client uses a token. Older revisions say it in the handshake alone, so it is remembered for the calls that
 * follow; on another node, what was written down with the last use has to do.
 */
export function clientNames(): ClientNames {
  const names = new Map<string, string>();
  return {
    of: ({ token }, message, named) => {
      const name = named(message);
      if (name === undefined) return names.get(token.id) ?? token.lastUsedClient ?? undefined;
      if (names.size >= namesMax) names.clear();
      names.set(token.id, name);
      return name;
    },
  };
}
