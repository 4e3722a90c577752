import { fileTypes } from '../modules/files/index.ts';
import { invalidStateTransition } from '../operation/errors.ts';
import { Id } from '../wire/index.ts';
import { answerHeaders, commonRefusals, ifNoneMatch, notModified, problemResponse } from './openapi-parts.ts';
import { bounded, wireSchema } from './wire-schema.ts';

type Json = Record<string, unknown>;

/** `GET /api/files/{id}/content`: the bytes as they came. */
export function describeDownload(): Json {
  const bytes = { schema: bounded({ type: 'string', contentMediaType: 'application/octet-stream' }) };
  const refused = commonRefusals.map(({ status, code }) => [status, { $ref: `#/components/responses/${code}` }]);
  return {
    operationId: 'get_file_content',
    summary: 'The bytes of a file, as they came',
    description: 'An attachment of the type that was found in it.\n\nNeeds the permission `files:read`.',
    tags: ['files'],
    parameters: [
      { name: 'id', in: 'path', required: true, description: 'The id of the file.', schema: wireSchema(Id('file')) },
      ifNoneMatch,
    ],
    responses: {
      200: {
        description: 'The file.',
        headers: { ...answerHeaders, ETag: { $ref: '#/components/headers/ETag' } },
        content: Object.fromEntries(fileTypes.map((type) => [type, bytes])),
      },
      304: notModified,
      ...Object.fromEntries(refused),
      409: problemResponse([invalidStateTransition]),
    },
  };
}
