import { useRead } from '../../api/cache.ts';
import { useMay } from '../../app/me.ts';
import { go } from '../../app/router.ts';
import { useKeys } from '../../app/keys.ts';
import { Panel } from '../../frames/panel.tsx';
import { State } from '../../kit/states.tsx';
import { words } from '../../words/index.ts';
import { SaleLinks } from '../sell/sale-links.tsx';
import { BalanceOf } from './balance.tsx';
import type { Client } from './client.ts';

import { ContactFacts } from './contact.tsx';

/** A client beside the list. */
export function ClientPanel({ id }: { readonly id: string }) {
  const w = words.value;
  const { clients: texts } = w.sell;
  const may = useMay();
  const { data: client, problem } = useRead<Client>(`clients/${id}`);
  useKeys({
    ...(may('clients:write') && { e: () => go(`/clients/${id}/edit`) }),
    ...(may('payments:write') && { p: () => go(`/payments/new?client_id=${id}`) }),
  });
  return (
    <Panel
      eyebrow={client?.number}
      title={client?.display_name ?? ''}
      href={`/clients/${id}`}
      isLoaded={client !== undefined}
      problem={problem}
      actions={
        <>
          <a class="button" href={`/clients/${id}`}>
            {texts.open}
          </a>
          {may('payments:write') && (
            <a class="button" href={`/payments/new?client_id=${id}`}>
              {texts.recordPayment}
              <kbd>P</kbd>
            </a>
          )}
          {may('clients:write') && (
            <a class="button" href={`/clients/${id}/edit`}>
              {w.form.edit}
              <kbd>E</kbd>
            </a>
          )}
        </>
      }
    >
      {client !== undefined && (
        <>
          {client.status === 'archived' && (
            <p>
              <State of="archived" />
            </p>
          )}
          <BalanceOf id={id} />
          <ContactFacts of={client} />
          {may('sales:read') && (
            <SaleLinks
              title={texts.openSales}
              path={`sales?client_id=${id}&payment_status=unpaid,partially_paid&status=confirmed`}
            />
          )}
        </>
      )}
    </Panel>
  );
}
