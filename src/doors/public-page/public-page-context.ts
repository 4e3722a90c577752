import type { FastifyReply, FastifyRequest } from 'fastify';
import { anonymous } from '../../operation/actor.ts';
import { networkOf } from '../../operation/network.ts';
import type { Operation } from '../../operation/operation.ts';
import { run, type Runtime } from '../../operation/run.ts';
import type { Log } from '../../log.ts';
import type { Limits } from '../limits.ts';
import { originOf } from '../rest.ts';
import { openFormKeys } from './form-key.ts';
import { formOf } from './form-body.ts';
import { isFromHere } from './sheet.ts';

export type PublicPageDeps = {
  readonly catalogue: readonly Operation[];
  readonly runtime: Runtime;
  readonly limits: Limits;
  readonly log: Log;
};
/** The route of a page whose link ends in a token. */
export type ByToken = { Params: { token: string } };
export type Visit = { readonly request: FastifyRequest<ByToken>; readonly reply: FastifyReply };

/**
 * Pages for people without a login, each behind a link whose token is their right to it. What such a page shows and
 * does is operations that take the token; `place` is the first part of its path.
 */
export function openPublicPageContext({ catalogue, runtime, limits }: PublicPageDeps, place: string) {
  const keys = openFormKeys(runtime.secrets.cursors);
  const { origin, pathname } = new URL(runtime.settings.publicUrl);
  const nowMs = () => Date.parse(runtime.now());
  const asked = async ({ request, reply }: Visit, name: string, input: object): Promise<unknown> => {
    const operation = catalogue.find((one) => one.name === name);
    if (operation === undefined) throw new RangeError(`nothing does ${name}`);
    await limits.count('address', networkOf(request.ip), operation.cost ?? 1, reply);
    return (await run(runtime, operation, { actor: anonymous, input, origin: originOf(request) })).output;
  };
  return {
    pathOf: ({ request }: Visit): string =>
      `${pathname.replace(/\/$/, '')}/${place}/${encodeURIComponent(request.params.token)}`,
    /** Does an operation that takes no token. */
    asked,
    called: (visit: Visit, name: string, input: object = {}): Promise<unknown> =>
      asked(visit, name, { ...input, token: visit.request.params.token }),
    /** Proof that a form was read off this page recently. */
    formKey: ({ request }: Visit): string => keys.made(request.params.token, nowMs()),
    isOwnForm: ({ request }: Visit): boolean =>
      isFromHere(request, origin) && keys.fits(request.params.token, formOf(request).get('key') ?? '', nowMs()),
  };
}
