import { ListScreen } from '../../frames/list-screen.tsx';
import { ActionButton } from '../../kit/action.tsx';
import { State } from '../../kit/states.tsx';
import { go } from '../../app/router.ts';
import { words } from '../../words/index.ts';
import { ClientPanel } from '../clients/client-panel.tsx';

type Supplier = {
  readonly id: string;
  readonly display_name: string;
  readonly number: string;
  readonly email: string | null;
  readonly phone: string | null;
  readonly status: string;
};

/** Clients who sell to us; the service keeps both in one register. */
export function Suppliers() {
  const w = words.value;
  const { spending: texts } = w;
  return (
    <ListScreen<Supplier>
      title={w.suppliers}
      list={{
        path: 'clients',
        fields: 'display_name,number,email,phone,status',
        always: 'role=supplier',
        sort: 'display_name',
      }}
      views={[
        { name: 'active', title: w.list.active, query: 'status=active' },
        { name: 'archived', title: w.list.archived, query: 'status=archived' },
      ]}
      filters={[{ name: 'q', label: w.list.find, kind: 'find' }]}
      empty={{ title: texts.emptySuppliers, hint: texts.emptySuppliersHint }}
      actions={
        <ActionButton
          label={texts.newSupplier}
          path="clients"
          needs="clients:write"
          fields={[
            { name: 'display_name', label: texts.supplierName, isRequired: true, isWide: true },
            { name: 'email', label: w.email, kind: 'email' },
            { name: 'phone', label: w.sell.clients.phone, kind: 'tel' },
          ]}
          body={{ type: 'business', roles: ['supplier'] }}
          changes={['clients', 'search']}
          onDone={({ id = '' }) => go(`/suppliers?open=${id}`)}
          isPrimary
        />
      }
      panel={(id) => <ClientPanel key={id} id={id} />}
      columns={[
        {
          key: 'name',
          title: texts.supplierName,
          width: 'minmax(9rem, 2fr)',
          phone: 'lead',
          cell: ({ display_name }) => <bdi>{display_name}</bdi>,
        },
        { key: 'number', title: w.columns.number, width: '7rem', phone: 'note', cell: ({ number }) => number },
        { key: 'email', title: w.email, isExtra: true, cell: ({ email, phone }) => email ?? phone },
        {
          key: 'status',
          title: w.columns.status,
          width: '7rem',
          phone: 'mark',
          cell: ({ status }) => <State of={status} />,
        },
      ]}
    />
  );
}
