import { useRead } from '../../api/cache.ts';
import { useMay } from '../../app/me.ts';
import type { Params } from '../../app/params.ts';
import { CreateScreen, EditScreen } from '../../frames/form-screen.tsx';
import { ListScreen } from '../../frames/list-screen.tsx';
import { Panel } from '../../frames/panel.tsx';
import { ActionButton } from '../../kit/action.tsx';
import { ArchiveAction } from '../../kit/archive-action.tsx';
import { Facts } from '../../kit/facts.tsx';
import type { Field } from '../../kit/form/fields.ts';
import { State } from '../../kit/states.tsx';
import { figure, longDay } from '../../kit/values.ts';
import { filled, words } from '../../words/index.ts';
import { variantSource } from './line-fields.ts';
import { PricesTable } from './prices-table.tsx';

export type PriceList = {
  readonly id: string;
  readonly name: string;
  readonly currency: string;
  readonly prices_include_tax: boolean;
  readonly valid_from: string | null;
  readonly valid_to: string | null;
  readonly percent_off: string | null;
  readonly price_count: number;
  readonly status: string;
  readonly prices: readonly { readonly variant_id: string; readonly min_quantity: string; readonly price: string }[];
};

const changes = ['price-lists'];

export function PriceLists() {
  const w = words.value;
  const { prices: texts } = w.sell;
  return (
    <ListScreen<PriceList>
      title={w.priceLists}
      list={{
        path: 'price-lists',
        fields: 'name,currency,percent_off,price_count,valid_from,valid_to,status',
        sort: 'name',
        operation: 'list_price_lists',
      }}
      views={[
        { name: 'active', title: w.states.active, query: 'status=active' },
        { name: 'archived', title: w.states.archived, query: 'status=archived' },
      ]}
      filters={[{ name: 'q', label: w.list.find, kind: 'find' }]}
      create={{ href: '/price-lists/new', label: texts.create, needs: 'products:manage' }}
      empty={{ title: texts.empty, hint: texts.emptyHint }}
      panel={(id) => <PriceListPanel key={id} id={id} />}
      columns={[
        {
          key: 'name',
          title: w.sell.clients.name,
          width: 'minmax(9rem, 2fr)',
          phone: 'lead',
          cell: ({ name }) => <bdi>{name}</bdi>,
        },
        { key: 'currency', title: w.sell.clients.currency, width: '5rem', cell: ({ currency }) => currency },
        {
          key: 'percent',
          title: texts.percentOff,
          isFigure: true,
          width: '7rem',
          phone: 'note',
          cell: ({ percent_off }) => percent_off && `${figure(percent_off)} %`,
        },
        {
          key: 'until',
          title: texts.validTo,
          width: '8rem',
          isExtra: true,
          cell: ({ valid_to }) => valid_to && longDay(valid_to),
        },
        {
          key: 'count',
          title: texts.prices,
          isFigure: true,
          width: '6rem',
          phone: 'amount',
          cell: ({ price_count }) => price_count,
        },
      ]}
    />
  );
}

function PriceListPanel({ id }: { readonly id: string }) {
  const w = words.value;
  const { prices: texts } = w.sell;
  const may = useMay();
  const { data: list, problem } = useRead<PriceList>(`price-lists/${id}`);
  const needs = 'products:manage';
  return (
    <Panel
      eyebrow={list?.currency}
      title={list?.name ?? ''}
      isLoaded={list !== undefined}
      problem={problem}
      actions={
        list && (
          <>
            {may(needs) && list.status === 'active' && (
              <a class="button" href={`/price-lists/${id}/edit`}>
                {w.form.edit}
              </a>
            )}
            {list.price_count > 0 && (
              <ActionButton
                label={texts.change}
                path={`price-lists/${id}/change-prices`}
                needs={needs}
                fields={[
                  {
                    name: 'direction',
                    label: texts.direction,
                    kind: 'choice',
                    isRequired: true,
                    options: Object.entries(texts.directions).map(([value, label]) => ({ value, label })),
                  },
                  { name: 'percent', label: texts.byPercent, kind: 'number', isRequired: true },
                  { name: 'decimals', label: texts.decimals, kind: 'whole' },
                ]}
                start={{ direction: 'raise' }}
                changes={changes}
              />
            )}
            <ArchiveAction
              archive={`price-lists/${id}/archive`}
              restore={`price-lists/${id}/restore`}
              needs={needs}
              changes={changes}
              isArchived={list.status !== 'active'}
            />
          </>
        )
      }
    >
      {list && (
        <>
          {list.status === 'archived' && (
            <p>
              <State of="archived" />
            </p>
          )}
          <Facts
            of={[
              [texts.percentOff, list.percent_off && `${figure(list.percent_off)} %`],
              [texts.tax, list.prices_include_tax ? texts.withTax : texts.withoutTax],
              [texts.validFrom, list.valid_from && longDay(list.valid_from)],
              [texts.validTo, list.valid_to && longDay(list.valid_to)],
              [texts.prices, filled(texts.count, { n: list.price_count })],
            ]}
          />
          <PricesTable of={list} />
        </>
      )}
    </Panel>
  );
}

function priceListFields(isNew: boolean): readonly Field[] {
  const { prices: texts, clients } = words.value.sell;
  return [
    { name: 'name', label: clients.name, isRequired: true },
    ...(isNew ? [{ name: 'currency', label: clients.currency, placeholder: 'EUR' }] : []),
    { name: 'percent_off', label: texts.percentOff, kind: 'number', hint: texts.percentHint },
    { name: 'prices_include_tax', label: texts.withTax, kind: 'yes' },
    { name: 'valid_from', label: texts.validFrom, kind: 'day' },
    { name: 'valid_to', label: texts.validTo, kind: 'day' },
    {
      name: 'prices',
      label: texts.prices,
      kind: 'lines',
      columns: [
        { name: 'variant_id', label: texts.product, kind: 'record', source: variantSource, isRequired: true },
        { name: 'min_quantity', label: texts.minQuantity, kind: 'number' },
        { name: 'price', label: words.value.price, kind: 'money', isRequired: true },
      ],
    },
  ];
}

export function NewPriceList() {
  const w = words.value;
  return (
    <CreateScreen
      title={w.sell.prices.create}
      path="price-lists"
      back={{ href: '/price-lists', label: w.priceLists }}
      to={({ id }) => `/price-lists?open=${id}`}
      fields={priceListFields(true)}
      changes={changes}
    />
  );
}

export function EditPriceList({ params: { id = '' } }: { readonly params: Params }) {
  const w = words.value;
  const name = useRead<PriceList>(`price-lists/${id}`).data?.name ?? '';
  return (
    <EditScreen
      title={name}
      path={`price-lists/${id}`}
      back={{ href: `/price-lists?open=${id}`, label: w.priceLists }}
      fields={priceListFields(false)}
      changes={changes}
    />
  );
}
