import { useRead } from '../../api/cache.ts';
import type { Page } from '../../api/types.ts';
import { State, Waiting } from '../../kit/states.tsx';
import { listDay, money } from '../../kit/values.ts';
import { words } from '../../words/index.ts';
import { type Payment, paymentState } from './payment.ts';

/** The latest payments of a list, each a link to it. */
export function PaymentLinks({ path }: { readonly path: string }) {
  const { data } = useRead<Page<Payment>>(
    `${path}&limit=10&sort=-payment_date&fields=number,status,payment_date,amount,amount_unapplied,currency`,
  );
  if (data === undefined) return <Waiting lines={5} />;
  if (data.data.length === 0) return <p class="quiet">{words.value.sell.none}</p>;
  return (
    <>
      {data.data.map((payment) => (
        <a key={payment.id} class="row-link" href={`/payments?open=${payment.id}`}>
          <span>
            {payment.number} <span class="quiet">{listDay(payment.payment_date)}</span>
          </span>
          <span class="ends">
            <State of={paymentState(payment)} />
            <b class="figure">{money(payment.amount, payment.currency)}</b>
          </span>
        </a>
      ))}
    </>
  );
}
