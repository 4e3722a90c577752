import { useRead } from '../../api/cache.ts';
import type { Page, SaleRow } from '../../api/types.ts';
import { State, Waiting } from '../../kit/states.tsx';
import { listDay, money } from '../../kit/values.ts';
import { words } from '../../words/index.ts';
import { stateOf } from './state-of-sale.ts';
import { PanelHeading } from '../../frames/panel.tsx';

type Links = {
  readonly path: string;
  /** Omitted where it is the title of a part already. */
  readonly title?: string;
};

const fields = 'number,sale_date,due_date,status,payment_status,total,amount_due,currency,is_overdue';

/** The first sales of a list, each a link to its page. */
export function SaleLinks({ path, title }: Links) {
  const { data } = useRead<Page<SaleRow>>(`${path}&limit=10&sort=-sale_date&fields=${fields}`);
  if (data === undefined) return title === undefined ? <Waiting lines={5} /> : null;
  return (
    <>
      {title !== undefined && data.data.length > 0 && <PanelHeading>{title}</PanelHeading>}
      {title === undefined && data.data.length === 0 && <p class="quiet">{words.value.sell.none}</p>}
      {data.data.map((sale) => (
        <a key={sale.id} class="row-link" href={`/sales/${sale.id}`}>
          <span>
            {sale.number ?? words.value.states.draft} <span class="quiet">{listDay(sale.sale_date)}</span>
          </span>
          <span class="ends">
            <State of={stateOf(sale)} />
            <b class="figure">{money(sale.total, sale.currency)}</b>
          </span>
        </a>
      ))}
    </>
  );
}
