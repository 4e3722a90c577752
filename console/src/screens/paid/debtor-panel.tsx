import { useAll, useRead } from '../../api/cache.ts';
import type { Doc, Page } from '../../api/types.ts';
import { useMay } from '../../app/me.ts';
import { Panel, PanelHeading } from '../../frames/panel.tsx';
import { listDay, money } from '../../kit/values.ts';
import { counted, filled, words } from '../../words/index.ts';
import { ToldProblem } from '../../kit/told-problem.tsx';
import { BalanceOf } from '../clients/balance.tsx';
import { SaleLinks } from '../sell/sale-links.tsx';
import { RemindAction } from './remind.tsx';

type Invoice = Doc & { readonly days_overdue: number };
type Client = { readonly id: string; readonly display_name: string; readonly number: string };

const claims = 'invoice,deposit_invoice,debit_note';
const fields = 'type,status,number,total,amount_due,due_date,currency,is_overdue,days_overdue';

/** One client who owes: what is open, what they were reminded of, and the next reminder. */
export function DebtorPanel({ id }: { readonly id: string }) {
  const w = words.value;
  const { owed: texts, clients } = w.sell;
  const may = useMay();
  const { data: client, problem } = useRead<Client>(`clients/${id}`);
  const invoices = useAll<Invoice>(may('documents:read') ? openInvoices(id) : undefined).rows;
  const latest = invoices.toSorted((one, other) => other.days_overdue - one.days_overdue);
  return (
    <Panel
      eyebrow={client?.number}
      title={client?.display_name ?? ''}
      href={`/clients/${id}`}
      isLoaded={client !== undefined}
      problem={problem}
      actions={
        <>
          {may('payments:write') && (
            <a class="button" href={`/payments/new?client_id=${id}`}>
              {clients.recordPayment}
            </a>
          )}
          {may('reports:read') && (
            <a class="button" href={`/clients/${id}/statement`}>
              {clients.statement}
            </a>
          )}
        </>
      }
    >
      <BalanceOf id={id} />
      {latest.length > 0 && <PanelHeading>{texts.invoices}</PanelHeading>}
      {latest.map((invoice, at) => (
        <div key={invoice.id} class="row-link">
          <a href={`/documents/${invoice.id}`}>
            {invoice.number}{' '}
            <span class={invoice.is_overdue ? 'bad' : 'quiet'}>
              {invoice.is_overdue
                ? counted(texts.overdueBy, invoice.days_overdue)
                : invoice.due_date && filled(w.dueOn, { date: listDay(invoice.due_date) })}
            </span>
          </a>
          <span class="ends">
            <b class="figure">{money(invoice.amount_due ?? invoice.total, invoice.currency)}</b>
            <RemindAction id={invoice.id} isFirst={at === 0} />
          </span>
        </div>
      ))}
      {may('sales:read') && <SaleLinks title={texts.openSales} path={openSales(id)} />}
      {may('documents:read') && <Sent id={id} />}
    </Panel>
  );
}

const openInvoices = (id: string) => `documents?client_id=${id}&type=${claims}&status=overdue,open&fields=${fields}`;
const openSales = (id: string) =>
  `sales?client_id=${id}&kind=sale&status=confirmed&payment_status=unpaid,partially_paid`;

type Reminder = {
  readonly id: string;
  readonly document_id: string;
  readonly currency: string;
  readonly amount_due: string;
  readonly sent_at: string;
  readonly problem: string | null;
};
type Fee = {
  readonly id: string;
  readonly currency: string;
  readonly amount: string;
  readonly charged_at: string;
  readonly fee_document_id: string;
};

/** Reminders sent to a client, and the late fees charged. */
function Sent({ id }: { readonly id: string }) {
  const { owed: texts } = words.value.sell;
  const reminders = useRead<Page<Reminder>>(`reminders?client_id=${id}&limit=20`).data?.data ?? [];
  const fees = useRead<Page<Fee>>(`late-fees?client_id=${id}&limit=20`).data?.data ?? [];
  if (reminders.length + fees.length === 0) return null;
  return (
    <>
      <PanelHeading>{texts.sent}</PanelHeading>
      <ol class="history">
        {reminders.map(({ id: key, document_id, sent_at, amount_due, currency, problem }) => (
          <li key={key}>
            <a href={`/documents/${document_id}`}>
              {texts.reminder} {money(amount_due, currency)}{' '}
              {problem && (
                <span class="bad">
                  <ToldProblem of={problem} />
                </span>
              )}
            </a>
            <time class="quiet" dateTime={sent_at}>
              {listDay(sent_at)}
            </time>
          </li>
        ))}
        {fees.map(({ id: key, amount, currency, charged_at, fee_document_id }) => (
          <li key={key}>
            <a href={`/documents/${fee_document_id}`}>
              {texts.fee} {money(amount, currency)}
            </a>
            <time class="quiet" dateTime={charged_at}>
              {listDay(charged_at)}
            </time>
          </li>
        ))}
      </ol>
    </>
  );
}
