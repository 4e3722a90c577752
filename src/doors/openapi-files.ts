import { fileTypes } from '../modules/files/index.ts';
import { invalidStateTransition } from '../operation/errors.ts';
import { Id, type Prefixed } from '../wire/index.ts';
import {
  answerHeaders,
  commonRefusals,
  ifNoneMatch,
  notModified,
  problemResponse,
  sharedReferences,
} from './openapi-parts.ts';
import { bounded, wireSchema } from './wire-schema.ts';

type Json = Record<string, unknown>;

type Download = {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly tag: string;
  readonly id: Prefixed;
  readonly types: readonly string[];
};

/** Bytes that no operation answers, by their paths. */
const downloads: Readonly<Record<string, Download>> = {
  '/api/files/{id}/content': {
    operationId: 'get_file_content',
    summary: 'The content of a file, unchanged',
    description: 'An attachment with the detected media type.\n\nNeeds the permission `files:read`.',
    tag: 'files',
    id: 'file',
    types: fileTypes,
  },
  '/api/document-exports/{id}/content': {
    operationId: 'get_document_export_content',
    summary: 'The ZIP file of a completed document export',
    description: 'One PDF per document, and index.csv with the contents.\n\nNeeds the permission `documents:read`.',
    tag: 'document-exports',
    id: 'document_export',
    types: ['application/zip'],
  },
  '/api/exports/{id}/content': {
    operationId: 'get_export_content',
    summary: 'The archive of a completed export of the organisation',
    description:
      'manifest.json in it lists the contents, and what was left out and why.\n\nNeeds the permission `data:archive`.',
    tag: 'exports',
    id: 'export',
    types: ['application/zip'],
  },
};

export function downloadPaths(): Record<string, Json> {
  return Object.fromEntries(Object.entries(downloads).map(([path, told]) => [path, { get: describeDownload(told) }]));
}

function describeDownload({ operationId, summary, description, tag, id, types }: Download): Json {
  const bytes = { schema: bounded({ type: 'string', contentMediaType: 'application/octet-stream' }) };
  const refused = sharedReferences(commonRefusals);
  return {
    operationId,
    summary,
    description,
    tags: [tag],
    parameters: [
      { name: 'id', in: 'path', required: true, description: 'The id of the record.', schema: wireSchema(Id(id)) },
      ifNoneMatch,
    ],
    responses: {
      200: {
        description: 'The file.',
        headers: { ...answerHeaders, ETag: { $ref: '#/components/headers/ETag' } },
        content: Object.fromEntries(types.map((type) => [type, bytes])),
      },
      304: notModified,
      ...refused,
      409: problemResponse([invalidStateTransition]),
    },
  };
}
