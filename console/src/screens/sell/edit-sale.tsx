import { useRead } from '../../api/cache.ts';
import type { Params } from '../../app/params.ts';
import { EditScreen } from '../../frames/form-screen.tsx';
import { useDimensionFields } from '../../kit/form/dimension-fields.ts';
import { Waiting } from '../../kit/states.tsx';
import { words } from '../../words/index.ts';
import { clientSource, lineFields } from './line-fields.ts';
import type { FullSale } from './sale.ts';

/** A draft: everything in it can still change. */
export function EditSale({ params: { id = '' } }: { readonly params: Params }) {
  const w = words.value;
  const { sale: texts, paid } = w.sell;
  const sale = useRead<FullSale>(`sales/${id}`).data;
  const dimensions = useDimensionFields();
  if (dimensions === undefined) return <Waiting lines={8} />;
  return (
    <EditScreen
      title={`${texts.edit} ${sale?.client_name ?? ''}`}
      path={`sales/${id}`}
      back={{ href: `/sales/${id}`, label: texts.kinds.sale }}
      changes={['sales', 'records']}
      fields={[
        { name: 'client_id', label: w.client, kind: 'record', source: clientSource, isWide: true },
        { name: 'sale_date', label: w.columns.date, kind: 'day', isRequired: true },
        { name: 'due_date', label: w.columns.due, kind: 'day' },
        lineFields(dimensions),
        { name: 'channel', label: texts.channel },
        { name: 'tags', label: texts.tags, kind: 'tags' },
        { name: 'notes', label: paid.notes, kind: 'area' },
      ]}
    />
  );
}
