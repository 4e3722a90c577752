import { useRead } from '../../api/cache.ts';
import { useMay } from '../../app/me.ts';
import { Facts } from '../../kit/facts.tsx';
import { isNothing, money } from '../../kit/values.ts';
import { words } from '../../words/index.ts';
import type { Balances } from './client.ts';

/** What a client owes and has in credit, in each currency that there was. */
export function BalanceFacts({ id }: { readonly id: string }) {
  const { clients: texts } = words.value.sell;
  const may = useMay();
  const { data } = useRead<Balances>(may('payments:read') ? `clients/${id}/balances` : undefined);
  if (data === undefined) return null;
  const currencies = data.by_currency.length > 0 ? data.by_currency : [data];
  return (
    <>
      {currencies.map(({ currency, receivable, overdue, unapplied_credit, lifetime_invoiced }) => (
        <Facts
          key={currency}
          of={[
            [texts.owes, <b class="figure">{money(receivable, currency)}</b>],
            [texts.overdue, !isNothing(overdue) && <b class="figure bad">{money(overdue, currency)}</b>],
            [
              texts.credit,
              !isNothing(unapplied_credit) && <span class="figure">{money(unapplied_credit, currency)}</span>,
            ],
            [texts.invoiced, <span class="figure">{money(lifetime_invoiced, currency)}</span>],
          ]}
        />
      ))}
    </>
  );
}
