import { CLIENT_CAPABILITIES_META_KEY, PROTOCOL_VERSION_META_KEY } from '@modelcontextprotocol/server';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { ClientFacts } from '../../operation/operation.ts';
import { header } from '../rest.ts';
import type { Inbound } from './message.ts';
import type { View } from './view.ts';

const protocolLengthMax = 40;

/** Each part by itself, so that one that is odd hides none of the others. */
const Said = z.object({
  params: z
    .object({
      protocolVersion: z.string().max(protocolLengthMax).optional().catch(undefined),
      _meta: z
        .object({
          [PROTOCOL_VERSION_META_KEY]: z.string().max(protocolLengthMax).optional().catch(undefined),
          [CLIENT_CAPABILITIES_META_KEY]: z
            .object({ elicitation: z.object({ url: z.object({}) }) })
            .optional()
            .catch(undefined),
        })
        .optional()
        .catch(undefined),
    })
    .optional()
    .catch(undefined),
});

type Parts = { readonly inbound: Inbound; readonly view: View };

/** Facts about the client from a message and its headers. */
export function clientFacts(request: FastifyRequest, reply: FastifyReply, { inbound, view }: Parts): ClientFacts {
  const isModern = inbound.kind === 'modern';
  const message = inbound.kind === 'older' ? inbound.messages[0] : isModern ? inbound.body : undefined;
  const params = Said.safeParse(message).data?.params;
  const named = isModern ? params?._meta?.[PROTOCOL_VERSION_META_KEY] : params?.protocolVersion;
  const protocol = named ?? header(request, 'mcp-protocol-version')?.slice(0, protocolLengthMax);
  const date = dateOf(header(request, 'date'));
  const rate = rateOf(reply);
  return {
    ...(protocol === undefined ? {} : { protocol }),
    saysItEachTime: isModern,
    opensPages: isModern && params?._meta?.[CLIENT_CAPABILITIES_META_KEY] !== undefined,
    ...(date === undefined ? {} : { date }),
    ...(view.toolsets === undefined ? {} : { toolsets: [...view.toolsets] }),
    readOnly: view.readOnly,
    ...(rate === undefined ? {} : { rate }),
  };
}

function dateOf(text: string | undefined): string | undefined {
  const at = Date.parse(text?.slice(0, protocolLengthMax) ?? '');
  return Number.isNaN(at) ? undefined : new Date(at).toISOString();
}

/** As the answer will say it: the limits have counted this message by now. */
function rateOf(reply: FastifyReply): ClientFacts['rate'] {
  const [, remaining, seconds] = /r=(\d+);t=(\d+)/.exec(String(reply.getHeader('ratelimit') ?? '')) ?? [];
  const [, limit] = /q=(\d+)/.exec(String(reply.getHeader('ratelimit-policy') ?? '')) ?? [];
  if (remaining === undefined || seconds === undefined || limit === undefined) return undefined;
  return { limit: Number(limit), remaining: Number(remaining), resetsInSeconds: Number(seconds) };
}
