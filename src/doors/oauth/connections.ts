import { z } from 'zod';
import { type ConnectionKey, standingConnection } from '../../modules/connector/index.ts';
import { organizationOf } from '../../modules/organization/index.ts';
import type { Actor } from '../../operation/actor.ts';
import type { Operation } from '../../operation/operation.ts';
import { run, type Runtime } from '../../operation/run.ts';
import { Id } from '../../wire/index.ts';

export const scope = 'svc:mcp';

/** Why a connection ends that nobody revoked, for the audit log. */
const reasons = {
  code_reused: 'Its authorization code was used twice.',
  refresh_token_reused: 'A replaced refresh token was used again.',
  given_back: 'The AI app revoked its token.',
} as const;
export type Ending = { readonly why: keyof typeof reasons; readonly requestId: string };

export type Connections = {
  find(key: ConnectionKey): ReturnType<typeof standingConnection>;
  end(key: ConnectionKey, ending: Ending): Promise<void>;
};

/** Names a connection where the provider wants one word. */
export function grantIdOf({ organization, id }: ConnectionKey): string {
  return `${organization}.${id}`;
}

export function keyOf(grantId: string): ConnectionKey | undefined {
  const [, organization, id] = /^([0-9a-f-]{36})\.([0-9a-f-]{36})$/.exec(grantId) ?? [];
  return organization === undefined || id === undefined ? undefined : { organization, id };
}

/** Connections as they stand, and their end where the protocol demands it: by the operation that anybody could call. */
export function openConnections(runtime: Runtime, revoke: Operation): Connections {
  const find: Connections['find'] = (key) => standingConnection(runtime.db, key, runtime.now());
  return {
    find,
    end: async (key, { why, requestId }) => {
      if ((await find(key)) === undefined) return;
      const organization = await runtime.db.transaction({ organization: key.organization, readOnly: true }, (tx) =>
        organizationOf(tx, key.organization),
      );
      const actor: Actor = {
        kind: 'system',
        userId: '',
        memberId: '',
        credentialId: '',
        name: 'Daybook',
        organization,
        permissions: new Set(['tokens:manage']),
      };
      const input = { id: z.encode(Id('mcp_token'), key.id), reason: reasons[why] };
      await run(runtime, revoke, { actor, origin: { door: 'console', requestId }, input });
    },
  };
}
