import { useState } from 'preact/hooks';
import { useRead } from '../../api/cache.ts';
import type { Params } from '../../app/params.ts';
import { CreateScreen, EditScreen } from '../../frames/form-screen.tsx';
import { useDefaultFields } from '../../kit/form/dimension-fields.ts';
import type { Field } from '../../kit/form/fields.ts';
import { Waiting } from '../../kit/states.tsx';
import { words } from '../../words/index.ts';
import { clientFields } from './client-fields.ts';

type Suspect = { readonly id: string; readonly display_name: string; readonly number: string };

const changes = ['clients', 'records', 'search', 'client-groups'];
const start = { type: 'business', lifecycle: 'active', tax_status: 'taxable' };

export function NewClient() {
  const w = words.value;
  const { clients: texts } = w.sell;
  const [suspects, setSuspects] = useState<readonly Suspect[]>([]);
  const dimensions = useDefaultFields();
  if (dimensions === undefined) return <Waiting lines={8} />;
  const another: Field = { name: 'allow_duplicate', label: texts.another, kind: 'yes', isWide: true };
  return (
    <CreateScreen
      title={w.newClient}
      path="clients"
      back={{ href: '/clients', label: w.clients }}
      to={({ id }) => `/clients/${id}`}
      start={start}
      fields={[...clientFields(), ...dimensions, ...(suspects.length > 0 ? [another] : [])]}
      changes={changes}
      onRefused={(problem) => setSuspects((problem as { candidates?: readonly Suspect[] }).candidates ?? [])}
    >
      {suspects.length > 0 && (
        <p class="notice">
          {texts.suspects}{' '}
          {suspects.map(({ id, display_name, number }) => (
            <a key={id} href={`/clients/${id}`}>
              {display_name} ({number})
            </a>
          ))}
        </p>
      )}
    </CreateScreen>
  );
}

export function EditClient({ params: { id = '' } }: { readonly params: Params }) {
  const name = useRead<{ readonly display_name: string }>(`clients/${id}`).data?.display_name ?? '';
  const dimensions = useDefaultFields();
  if (dimensions === undefined) return <Waiting lines={8} />;
  return (
    <EditScreen
      title={name}
      path={`clients/${id}`}
      back={{ href: `/clients/${id}`, label: name }}
      fields={[...clientFields(), ...dimensions]}
      changes={changes}
    />
  );
}
