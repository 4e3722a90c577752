import { z } from 'zod';
import type { Context } from '../../operation/operation.ts';
import { seal, unseal } from '../../operation/seal.ts';

const headersMax = 10;
const valueMax = 1_000;

/** Custom headers of a receiver. Headers of transport and of our signature are refused. */
const Name = z
  .string()
  .max(64)
  .toLowerCase()
  .regex(/^(authorization|api-key|x-(?!forwarded|real-ip|http-method)[a-z0-9]+(-[a-z0-9]+)*)$/, {
    error: 'Use `authorization`, `api-key`, or a name that begins with `x-`, such as `x-team`.',
  });
const Value = z
  .string()
  .min(1)
  .max(valueMax)
  .regex(/^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/, {
    error: 'Write printable ASCII without leading or trailing spaces.',
  });

export const Headers = z
  .record(Name, Value)
  .refine((headers) => Object.keys(headers).length <= headersMax, { error: `Send at most ${headersMax} headers.` })
  .describe('Sent with every request, such as {"authorization": "Bearer …"}. Values are never shown again.')
  .meta({ examples: [{ authorization: 'Bearer 123' }] });
export type Headers = z.output<typeof Headers>;

/** Headers as they are stored: by name in the open, with their values sealed. */
export function sealedHeaders({ secrets }: Pick<Context, 'secrets'>, webhookId: string, headers: Headers) {
  const names = Object.keys(headers).toSorted();
  if (names.length === 0) return { names, sealed: null };
  return { names, sealed: seal(secrets.sealing, about(webhookId), Buffer.from(JSON.stringify(headers))) };
}

/** Headers that were stored, as they are sent. */
export function headersOf(
  sealing: Uint8Array,
  {
    webhook_id: id,
    sealed_headers: sealed,
  }: { readonly webhook_id: string; readonly sealed_headers: Uint8Array | null },
): Headers {
  if (sealed === null) return {};
  return Headers.parse(JSON.parse(unseal(sealing, about(id), sealed).toString()));
}

function about(webhookId: string): string {
  return `headers of webhook ${webhookId}`;
}
