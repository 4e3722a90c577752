import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Log } from '../../log.ts';
import { listEvents } from '../../modules/events/index.ts';
import type { Actor } from '../../operation/actor.ts';
import { malformedRequest } from '../../operation/errors.ts';
import { authorize } from '../../operation/execute.ts';
import { admit, apiVersionOf, header, presentedToken, type RestDeps } from '../rest.ts';
import { openEventStreams } from './event-streams.ts';

export const eventStreamPath = '/api/events/stream';

type Deps = Pick<RestDeps, 'runtime' | 'limits' | 'actorOf' | 'cookie'> & { readonly log: Log };

/** `GET /api/events/stream`: what `list_events` lists, as it happens. */
export function registerEventStream(server: FastifyInstance, { log, ...deps }: Deps): void {
  const streams = openEventStreams({
    db: deps.runtime.db,
    onFailure: (error) => log.warn({ err: error }, 'an event stream has failed'),
  });
  // A server that closes waits for open answers, and these have no end of their own.
  server.addHook('preClose', () => streams.stop());
  server.route({
    method: 'GET',
    url: eventStreamPath,
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      reply.header('api-version', apiVersionOf(request));
      const token = presentedToken(request, reply, deps.cookie);
      const actor = await admit(listEvents, request, reply, deps);
      admitReader(actor);
      const after = placeIn(request);
      // Without an origin: that a session ends while its stream is open is nobody's attempt to use it.
      const stream = streams.open({ actor, actorNow: () => deps.actorOf(token), after });
      // Proxies that gather an answer before they pass it on would keep events back.
      reply.header('x-accel-buffering', 'no');
      return reply.type('text/event-stream; charset=utf-8').send(stream);
    },
  });
}

/**
 * Whoever sees all records of a kind may hear that one of them has changed, which reading them tells as well: the
 * stream has no more than kind and id, and only of kinds that they may read. What an event says takes `events:read`,
 * and so does everything for programs and for those who see some records only.
 */
function admitReader(actor: Actor): void {
  if (actor.kind !== 'user' || actor.scope !== undefined) authorize(listEvents, actor);
}

/** A browser that connects again sends the same address, and beside it how far it has come. */
function placeIn(request: FastifyRequest): number | undefined {
  const { after, ...others } = request.query as Readonly<Record<string, unknown>>;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) {
    throw malformedRequest({
      detail: `There is no parameter ${unknown}.`,
      hint: 'Leave it out; `after` is the only one.',
    });
  }
  const place = header(request, 'last-event-id') ?? after;
  if (place === undefined || place === '') return undefined;
  if (typeof place === 'string' && /^\d{1,15}$/.test(place)) return Number(place);
  throw malformedRequest({
    detail: '`after` and Last-Event-ID take the sequence of an event.',
    hint: 'Send the sequence of the last event you have, such as 1041, or leave it out to begin with the next one.',
  });
}
