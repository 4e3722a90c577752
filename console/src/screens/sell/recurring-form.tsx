import { useRead } from '../../api/cache.ts';
import { query } from '../../app/router.ts';
import type { Params } from '../../app/params.ts';
import { CreateScreen, EditScreen } from '../../frames/form-screen.tsx';
import type { Field } from '../../kit/form/fields.ts';
import { words } from '../../words/index.ts';

const changes = ['recurring-documents'];
const options = (texts: Readonly<Record<string, string>>) =>
  Object.entries(texts).map(([value, label]) => ({ value, label }));

/** Fields that can still change after the first run. */
function laterFields(): readonly Field[] {
  const { recurring: texts } = words.value.sell;
  return [
    { name: 'mode', label: texts.mode, kind: 'choice', isRequired: true, options: options(texts.modes) },
    { name: 'prices', label: texts.prices, kind: 'choice', options: options(texts.pricesAs) },
    { name: 'due_in_days', label: texts.dueInDays, kind: 'whole' },
    { name: 'end_date', label: texts.end, kind: 'day' },
    { name: 'occurrences_max', label: texts.max, kind: 'whole' },
    { name: 'catch_up', label: texts.catchUp, kind: 'choice', options: options(texts.catchUps) },
  ];
}

function nameField(): Field {
  return { name: 'name', label: words.value.sell.clients.name, isRequired: true, isWide: true };
}

export function NewRecurring() {
  const w = words.value;
  const { recurring: texts } = w.sell;
  return (
    <CreateScreen
      title={texts.create}
      path="recurring-documents"
      back={{ href: '/recurring', label: w.recurring }}
      to={({ id }) => `/recurring?open=${id}`}
      start={{
        document_id: query.value.get('document_id') ?? '',
        frequency: 'month',
        interval: '1',
        mode: 'draft',
        prices: 'same',
      }}
      changes={changes}
      fields={[
        nameField(),
        {
          name: 'document_id',
          label: texts.source,
          kind: 'record',
          isRequired: true,
          isWide: true,
          hint: texts.sourceHint,
          source: { path: 'documents?type=invoice', label: 'number', note: 'client_name' },
        },
        { name: 'frequency', label: texts.rhythm, kind: 'choice', isRequired: true, options: options(texts.units) },
        { name: 'interval', label: texts.interval, kind: 'whole', isRequired: true },
        { name: 'start_date', label: texts.start, kind: 'day' },
        ...laterFields(),
      ]}
    />
  );
}

export function EditRecurring({ params: { id = '' } }: { readonly params: Params }) {
  const w = words.value;
  const name = useRead<{ readonly name: string }>(`recurring-documents/${id}`).data?.name ?? '';
  return (
    <EditScreen
      title={name}
      path={`recurring-documents/${id}`}
      back={{ href: `/recurring?open=${id}`, label: w.recurring }}
      fields={[nameField(), ...laterFields()]}
      changes={changes}
    />
  );
}
