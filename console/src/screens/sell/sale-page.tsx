import { useRead } from '../../api/cache.ts';
import { useKeys } from '../../app/keys.ts';
import { useMay } from '../../app/me.ts';
import { go } from '../../app/router.ts';
import type { Params } from '../../app/params.ts';
import { RecordPage, Section } from '../../frames/record-page.tsx';
import { Facts } from '../../kit/facts.tsx';
import { State } from '../../kit/states.tsx';
import { longDay, money } from '../../kit/values.ts';
import { named, words } from '../../words/index.ts';
import { EntriesOf } from '../books/entries-of.tsx';
import { PaymentLinks } from '../paid/payment-links.tsx';
import { DocumentLinks } from './document-links.tsx';
import { LinesTable } from './lines-table.tsx';
import { RecordHistory } from './record-history.tsx';
import { type FullSale, isBooked } from './sale.ts';
import { MainSaleActions, MoreSaleActions } from './sale-actions.tsx';
import { SaleLinks } from './sale-links.tsx';
import { stateOf } from './state-of-sale.ts';

/** One sale, and everything that is done with it. */
export function SalePage({ params: { id = '' } }: { readonly params: Params }) {
  const w = words.value;
  const { sale: texts } = w.sell;
  const may = useMay();
  const { data: sale, problem } = useRead<FullSale>(`sales/${id}`);
  const isDraft = sale?.status === 'draft';
  useKeys(isDraft && may('sales:write') ? { e: () => go(`/sales/${id}/edit`) } : {});
  return (
    <RecordPage
      back={{ href: '/sales', label: w.sales }}
      eyebrow={sale && `${texts.kinds[sale.kind]} ${sale.number ?? ''}`}
      title={sale?.client_name ?? w.walkIn}
      isLoaded={sale !== undefined}
      problem={problem}
      actions={
        sale && (
          <>
            <MainSaleActions sale={sale} />
            {may('sales:write') && isDraft && (
              <a class="button" href={`/sales/${id}/edit`}>
                {w.form.edit}
                <kbd>E</kbd>
              </a>
            )}
            <MoreSaleActions sale={sale} />
          </>
        )
      }
      aside={sale && <Aside sale={sale} />}
    >
      {sale && (
        <>
          <p class="amount">
            {money(sale.total, sale.currency)} <State of={stateOf(sale)} />
          </p>
          <Section title={w.lines}>
            <LinesTable of={sale} />
          </Section>
          {isBooked(sale) && sale.kind === 'sale' && may('payments:read') && (
            <Section title={w.payments}>
              <PaymentLinks path={`payments?sale_id=${id}`} />
            </Section>
          )}
          <Section title={w.history}>
            <RecordHistory id={id} />
          </Section>
        </>
      )}
    </RecordPage>
  );
}

function Aside({ sale }: { readonly sale: FullSale }) {
  const w = words.value;
  const { sale: texts } = w.sell;
  const may = useMay();
  const isReturned = sale.lines.some(({ quantity_returned }) => Number(quantity_returned) > 0);
  return (
    <>
      <Section title={texts.facts}>
        <Facts
          of={[
            [w.client, sale.client_id && <a href={`/clients/${sale.client_id}`}>{sale.client_name}</a>],
            [w.columns.date, longDay(sale.sale_date)],
            [w.columns.due, sale.due_date && longDay(sale.due_date)],
            ...sale.payment_schedule.map(
              (part) => [longDay(part.due_date), money(part.amount, sale.currency)] as const,
            ),
            [texts.channel, sale.channel],
            [w.books.journal, isBooked(sale) && <EntriesOf id={sale.id} />],
            [texts.margin, sale.margin && money(sale.margin)],
            [texts.quote, sale.quote_id && <a href={`/documents/${sale.quote_id}`}>{w.docTypes.quote}</a>],
            [
              texts.returnOf,
              sale.original_sale_id && <a href={`/sales/${sale.original_sale_id}`}>{texts.originalSale}</a>,
            ],
            [w.sell.paid.reason, sale.return_reason && named(w.sell.reasons, sale.return_reason)],
            [texts.voided, sale.voided_on && longDay(sale.voided_on)],
            [texts.voidReason, sale.void_reason],
            [texts.tags, sale.tags.join(', ')],
            [w.sell.paid.notes, sale.notes],
          ]}
        />
      </Section>
      {may('documents:read') && sale.status !== 'draft' && (
        <Section title={w.documents}>
          <DocumentLinks path={`documents?sale_id=${sale.id}`} />
        </Section>
      )}
      {isReturned && (
        <Section title={texts.returns}>
          <SaleLinks path={`sales?original_sale_id=${sale.id}`} />
        </Section>
      )}
    </>
  );
}
