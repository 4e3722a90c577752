import type { BulkAction } from '../../frames/chosen-bar.tsx';
import { words } from '../../words/index.ts';
import type { Client } from './client.ts';
import { assigneeField } from './client-fields.ts';

type Row = Pick<Client, 'id' | 'status' | 'tags'>;
const changes = ['clients', 'records', 'search'];

export function bulkClientActions(): readonly BulkAction<Row>[] {
  const w = words.value;
  const { clients: texts } = w.sell;
  return [
    {
      label: texts.addTag,
      action: 'update',
      needs: 'clients:write',
      fields: [{ name: 'tag', label: texts.tag, isRequired: true, isWide: true }],
      data: ({ tag }, { tags }) => ({ tags: [...new Set([...tags, String(tag)])] }),
      changes,
    },
    {
      label: texts.assign,
      action: 'assign',
      needs: 'clients:manage',
      fields: [assigneeField()],
      data: ({ assigned_to = null }) => ({ assigned_to }),
      changes,
    },
    {
      label: w.form.archive,
      action: 'archive',
      needs: 'clients:write',
      isFor: ({ status }) => status === 'active',
      changes,
    },
    {
      label: w.form.restore,
      action: 'restore',
      needs: 'clients:write',
      isFor: ({ status }) => status === 'archived',
      changes,
    },
  ];
}
