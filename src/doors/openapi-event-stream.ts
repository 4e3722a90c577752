import { rateLimited } from '../operation/errors.ts';
import { eventStreamPath as path } from './event-stream/index.ts';
import { answerHeaders, commonRefusals, sharedReferences } from './openapi-parts.ts';
import { bounded } from './wire-schema.ts';

const sequence = bounded({ type: 'integer', minimum: 0 });

/** No operation either: it has no end. */
export function eventStreamPath(): Record<string, unknown> {
  return {
    [path]: {
      get: {
        operationId: 'stream_events',
        summary: 'Follow events as they happen, as server-sent events',
        description:
          'Each message is JSON: `sequence`, `type`, `object_type`, `object_id`. Its id is the sequence. An event ' +
          '`reset` says that what lies between is no longer told: read anew. An event `end` says why the stream ' +
          'ends: `session_ended` or `rights_changed`. Too many open streams are refused with ' +
          `\`${rateLimited.code}\`.\n\n` +
          'Members are told of the records that they may read; with a limited scope, and for MCP tokens, it needs ' +
          'the permission `events:read`.',
        tags: ['events'],
        parameters: [
          {
            name: 'after',
            in: 'query',
            required: false,
            description: 'The sequence of the last event that you have. Default: begin with the next event.',
            schema: sequence,
          },
          {
            name: 'Last-Event-ID',
            in: 'header',
            required: false,
            description: 'The same, as browsers send it when they connect again. It is preferred.',
            schema: sequence,
          },
        ],
        responses: {
          200: {
            description: 'The stream.',
            headers: answerHeaders,
            content: { 'text/event-stream': { schema: bounded({ type: 'string' }) } },
          },
          ...sharedReferences(commonRefusals),
        },
      },
    },
  };
}
