import { useRead } from '../../api/cache.ts';
import { Panel, PanelHeading } from '../../frames/panel.tsx';
import { State } from '../../kit/states.tsx';
import { money } from '../../kit/values.ts';
import { words } from '../../words/index.ts';
import { LinesTable } from './lines-table.tsx';
import { RecordHistory } from './record-history.tsx';
import type { FullSale } from './sale.ts';
import { MainSaleActions } from './sale-actions.tsx';
import { stateOf } from './state-of-sale.ts';

/** One sale beside the list that it was found in. */
export function SalePanel({ id }: { readonly id: string }) {
  const w = words.value;
  const { data: sale, problem } = useRead<FullSale>(`sales/${id}`);
  return (
    <Panel
      eyebrow={sale?.number ?? w.states.draft}
      title={sale?.client_name ?? w.walkIn}
      href={`/sales/${id}`}
      isLoaded={sale !== undefined}
      problem={problem}
      actions={
        sale && (
          <>
            <MainSaleActions sale={sale} />
            <a class="button" href={`/sales/${id}`}>
              {w.sell.sale.open}
            </a>
          </>
        )
      }
    >
      {sale !== undefined && (
        <>
          <p class="amount">
            {money(sale.total, sale.currency)} <State of={stateOf(sale)} />
          </p>
          <LinesTable of={sale} />
          <PanelHeading>{w.history}</PanelHeading>
          <RecordHistory id={id} limit={6} />
        </>
      )}
    </Panel>
  );
}
