import { useRead } from '../../api/cache.ts';
import type { Params } from '../../app/params.ts';
import { CreateScreen, EditScreen } from '../../frames/form-screen.tsx';
import { ListScreen } from '../../frames/list-screen.tsx';
import { Panel } from '../../frames/panel.tsx';
import { ActionButton } from '../../kit/action.tsx';
import { Facts } from '../../kit/facts.tsx';
import type { Field } from '../../kit/form/fields.ts';
import { useMay } from '../../app/me.ts';
import { goWith } from '../../app/router.ts';
import { filled, words } from '../../words/index.ts';

type Group = {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly price_list_id: string | null;
  readonly member_count: number;
};

export function ClientGroups() {
  const w = words.value;
  const { clients: texts } = w.sell;
  return (
    <ListScreen<Group>
      title={w.clientGroups}
      list={{ path: 'client-groups', fields: 'name,description,member_count', sort: 'name' }}
      filters={[{ name: 'q', label: w.list.find, kind: 'find' }]}
      create={{ href: '/client-groups/new', label: texts.newGroup, needs: 'clients:manage' }}
      empty={{ title: texts.noGroups, hint: texts.noGroupsHint }}
      panel={(id) => <GroupPanel key={id} id={id} />}
      columns={[
        { key: 'name', title: texts.name, width: 'minmax(8rem, 1fr)', phone: 'lead', cell: ({ name }) => name },
        {
          key: 'about',
          title: texts.about,
          width: 'minmax(8rem, 2fr)',
          phone: 'note',
          isExtra: true,
          cell: ({ description }) => description,
        },
        {
          key: 'members',
          title: w.clients,
          isFigure: true,
          width: '7rem',
          phone: 'amount',
          cell: ({ member_count }) => member_count,
        },
      ]}
    />
  );
}

function GroupPanel({ id }: { readonly id: string }) {
  const w = words.value;
  const { clients: texts } = w.sell;
  const may = useMay();
  const { data: group, problem } = useRead<Group>(`client-groups/${id}`);
  const list = useRead<{ readonly name: string }>(
    group?.price_list_id && may('products:read') ? `price-lists/${group.price_list_id}` : undefined,
  ).data;
  return (
    <Panel
      title={group?.name ?? ''}
      isLoaded={group !== undefined}
      problem={problem}
      actions={
        <>
          {may('clients:manage') && (
            <a class="button" href={`/client-groups/${id}/edit`}>
              {w.form.edit}
            </a>
          )}
          <ActionButton
            label={w.form.delete}
            path={`client-groups/${id}`}
            method="DELETE"
            needs="clients:manage"
            warning={texts.groupDeleteWarning}
            changes={['client-groups', 'clients']}
            onDone={() => goWith({ open: undefined })}
            isDangerous
          />
        </>
      }
    >
      {group && (
        <>
          <Facts
            of={[
              [texts.about, group.description],
              [texts.priceList, list?.name],
            ]}
          />
          <a href={`/clients?group_id=${id}`}>{filled(texts.members, { n: group.member_count })}</a>
        </>
      )}
    </Panel>
  );
}

function groupFields(): readonly Field[] {
  const { clients: texts } = words.value.sell;
  return [
    { name: 'name', label: texts.name, isRequired: true },
    {
      name: 'price_list_id',
      label: texts.priceList,
      kind: 'record',
      source: { path: 'price-lists?status=active', label: 'name' },
    },
    { name: 'description', label: texts.about, kind: 'area' },
  ];
}

export function NewClientGroup() {
  const { clientGroups, sell } = words.value;
  return (
    <CreateScreen
      title={sell.clients.newGroup}
      path="client-groups"
      back={{ href: '/client-groups', label: clientGroups }}
      fields={groupFields()}
      changes={['client-groups']}
    />
  );
}

export function EditClientGroup({ params: { id = '' } }: { readonly params: Params }) {
  const { clientGroups } = words.value;
  const name = useRead<Group>(`client-groups/${id}`).data?.name ?? '';
  return (
    <EditScreen
      title={name}
      path={`client-groups/${id}`}
      back={{ href: '/client-groups', label: clientGroups }}
      fields={groupFields()}
      changes={['client-groups']}
    />
  );
}
