import { z } from 'zod';
import { type ConnectionKey, standingConnection } from '../../modules/connector/index.ts';
import type { RegisteredApps } from '../../modules/keys/index.ts';
import { organizationOf } from '../../modules/organization/index.ts';
import { serviceActor } from '../../operation/actor.ts';
import type { Operation } from '../../operation/operation.ts';
import { run, type Runtime } from '../../operation/run.ts';
import { Id } from '../../wire/index.ts';

/** That of the connector. Scopes of the REST API are the permissions. */
export const scope = 'svc:mcp';

/** Why a connection ends that nobody revoked, for the audit log. */
const reasons = {
  code_reused: 'Its authorization code was used twice.',
  refresh_token_reused: 'A replaced refresh token was used again.',
  given_back: 'The app revoked its token.',
} as const;
export type Ending = { readonly why: keyof typeof reasons; readonly requestId: string };

/** A connection of an AI app, or of an app of the REST API: they are kept apart, and so are their tokens. */
export type GrantKey = ConnectionKey & { readonly resource: 'mcp' | 'rest' };

/** What stands of it: whose it is, and how far its tokens may go. */
export type Granted = { readonly userId: string; readonly clientId: string; readonly scopes: readonly string[] };

export type Connections = {
  find(key: GrantKey): Promise<Granted | undefined>;
  end(key: GrantKey, ending: Ending): Promise<void>;
};

/** Names a connection where the provider wants one word. */
export function grantIdOf({ organization, id, resource }: GrantKey): string {
  return `${organization}.${id}.${resource}`;
}

export function keyOf(grantId: string): GrantKey | undefined {
  const [, organization, id, resource] = /^([0-9a-f-]{36})\.([0-9a-f-]{36})\.(mcp|rest)$/.exec(grantId) ?? [];
  if (organization === undefined || id === undefined) return undefined;
  return { organization, id, resource: resource === 'rest' ? 'rest' : 'mcp' };
}

/** By which each kind of connection ends, and what this takes. */
export type Endings = Readonly<Record<GrantKey['resource'], Operation>>;
const rights = { mcp: 'tokens:manage', rest: 'keys:manage' } as const;
const ids = { mcp: Id('mcp_token'), rest: Id('connected_app') } as const;

type Parts = { readonly runtime: Runtime; readonly apps: RegisteredApps; readonly endings: Endings };

/** Connections as they stand, and their end where the protocol demands it: by the operation that anybody could call. */
export function openConnections({ runtime, apps, endings }: Parts): Connections {
  const find: Connections['find'] = async (key) => {
    if (key.resource === 'rest') return apps.connection(key);
    const found = await standingConnection(runtime.db, key, runtime.now());
    return found && { ...found, scopes: [scope] };
  };
  return {
    find,
    end: async (key, { why, requestId }) => {
      if ((await find(key)) === undefined) return;
      const { resource } = key;
      const organization = await runtime.db.transaction({ organization: key.organization, readOnly: true }, (tx) =>
        organizationOf(tx, key.organization),
      );
      const actor = serviceActor(organization, rights[resource]);
      const input = { id: z.encode(ids[resource], key.id), reason: reasons[why] };
      await run(runtime, endings[resource], { actor, origin: { door: 'console', requestId }, input });
    },
  };
}
