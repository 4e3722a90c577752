import { useRead } from '../../api/cache.ts';
import { useMay } from '../../app/me.ts';
import { Facts } from '../../kit/facts.tsx';
import { isNothing, money } from '../../kit/values.ts';
import { words } from '../../words/index.ts';
import type { Balance, Balances } from './client.ts';

/** Amounts due from a client and its credit, by currency. */
export function BalanceOf({ id }: { readonly id: string }) {
  const may = useMay();
  const { data } = useRead<Balances>(may('payments:read') ? `clients/${id}/balances` : undefined);
  return data === undefined ? null : <BalanceFacts of={data.by_currency.length > 0 ? data.by_currency : [data]} />;
}

/** The same where it was read already, in each currency that there was. */
export function BalanceFacts({ of }: { readonly of: readonly Balance[] }) {
  const { clients: texts } = words.value.sell;
  return (
    <>
      {of.map(({ currency, receivable, overdue, unapplied_credit, lifetime_invoiced }) => (
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
