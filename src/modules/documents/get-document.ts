import { getExpandable } from '../../operation/record/index.ts';
import { documentRecord } from './document-record.ts';
import { documentExpansions, ExpandedDocument } from './expanded-document.ts';
import { readDocument } from './store.ts';

export const getDocument = getExpandable({
  kind: 'document',
  summary: 'Get a document with its lines, taxes and status.',
  path: '/documents',
  permission: 'documents:read',
  mcp: 'action',
  row: ExpandedDocument,
  expansions: documentExpansions,
  read: async (context, id) => documentRecord(context, await readDocument(context, id)),
});
