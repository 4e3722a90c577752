import { useRead } from '../../api/cache.ts';
import type { Page } from '../../api/types.ts';
import { upload } from '../../api/upload.ts';
import { changed } from '../../api/cache.ts';
import { Refused } from '../../api/call.ts';
import { Panel, PanelHeading } from '../../frames/panel.tsx';
import { ActionButton } from '../../kit/action.tsx';
import { Drop } from '../../kit/drop.tsx';
import { Facts } from '../../kit/facts.tsx';
import { Scan } from '../../kit/scan.tsx';
import { State } from '../../kit/states.tsx';
import { say } from '../../kit/toast.tsx';
import { earlyTexts } from '../../kit/early-discounts.ts';
import { ValueNames } from '../../kit/value-names.tsx';
import { listDay, longDay, money } from '../../kit/values.ts';
import { words } from '../../words/index.ts';
import { EntriesOf } from '../books/entries-of.tsx';
import { ExpenseActions } from './expense-actions.tsx';
import { type Expense, payeeOf, stateOf } from './expense.ts';
import { said } from '../../kit/said.ts';

type Receipt = { readonly id: string; readonly name: string; readonly content_type: string };

/** A bill with what is done about it, and its scan. */
export function ExpensePanel({ id }: { readonly id: string }) {
  const w = words.value.spending;
  const { data: one, problem } = useRead<Expense>(`expenses/${id}?expand=supplier,lines.category,payments.method`);
  return (
    <Panel
      eyebrow={one?.number ?? words.value.states.draft}
      title={one ? payeeOf(one) : ''}
      isLoaded={one !== undefined}
      problem={problem}
      actions={one && <ExpenseActions of={one} />}
    >
      {one && (
        <>
          <p class="amount">
            {money(one.total, one.currency)} <State of={stateOf(one)} />
          </p>
          <Facts
            of={[
              [w.day, longDay(one.expense_date)],
              [w.due, longDay(one.due_date)],
              [w.theirNumber, one.supplier_invoice_number],
              [w.stillToPay, Number(one.amount_due) > 0 && money(one.amount_due, one.currency)],
              ...earlyTexts(one).map((text) => [words.value.earlyDiscount.title, text] as const),
              [w.rejected, one.reject_reason],
              [w.notes, one.notes],
              [words.value.books.journal, <EntriesOf id={id} />],
            ]}
          />
          <Lines of={one} />
          <Payments of={one} />
        </>
      )}
      <Receipts id={id} />
    </Panel>
  );
}

function Lines({ of: { lines, totals, currency, total } }: { readonly of: Expense }) {
  const w = words.value.spending;
  return (
    <table class="lines">
      <caption class="unseen">{w.lines}</caption>
      <tbody>
        {lines.map((line) => (
          <tr key={line.id}>
            <td>
              {line.description ?? line.category?.name}
              {line.description !== null && <small class="quiet">{line.category?.name}</small>}
              <ValueNames ids={line.dimension_value_ids} />
            </td>
            <td class="figure">{money(line.net, currency)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        {totals.taxes.map(({ rate_id, name, amount }) => (
          <tr key={rate_id}>
            <th scope="row">{name}</th>
            <td class="figure">{money(amount, currency)}</td>
          </tr>
        ))}
        <tr class="sum">
          <th scope="row">{words.value.total}</th>
          <td class="figure">{money(total, currency)}</td>
        </tr>
      </tfoot>
    </table>
  );
}

function Payments({ of: { payments, currency } }: { readonly of: Expense }) {
  const w = words.value.spending;
  if (payments.length === 0) return null;
  return (
    <>
      <PanelHeading>{w.payments}</PanelHeading>
      <ul class="entries">
        {payments.map((one) => (
          <li key={one.id}>
            <span>
              {one.kind === 'early_discount' ? words.value.earlyDiscount.title : (one.method?.name ?? w.credit)}
            </span>
            <b class="figure">{money(one.amount, currency)}</b>
            <small class="quiet">{listDay(one.payment_date)}</small>
            {one.status === 'completed' && (
              <ActionButton
                label={w.voidPayment}
                path={`expense-payments/${one.id}/void`}
                needs="expenses:manage"
                fields={[{ name: 'reason', label: w.reason, isRequired: true, isWide: true }]}
                changes={['expenses', 'reports', 'transactions']}
                isDangerous
              />
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

function Receipts({ id }: { readonly id: string }) {
  const w = words.value.spending;
  const path = `expenses/${id}/receipts`;
  const { data } = useRead<Page<Receipt>>(`expenses/${id}/receipts`);
  const add = async (files: readonly File[]) => {
    for (const file of files) {
      try {
        await upload(`expenses/${id}/receipts`, file);
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        say(said(error.problem));
      }
    }
    changed(path);
  };
  return (
    <>
      <PanelHeading>{w.receipts}</PanelHeading>
      {data?.data.map(({ id: file, name, content_type }) => (
        <div key={file}>
          <Scan path={`files/${file}/content`} name={name} type={content_type} />
          <ActionButton
            label={w.detach}
            path={`expenses/${id}/receipts/${file}`}
            method="DELETE"
            needs="expenses:write"
            warning={w.detachHint}
            changes={[path]}
          />
        </div>
      ))}
      <Drop label={w.addReceipt} accept="application/pdf,image/*,.xml" onFiles={(files) => void add(files)} />
    </>
  );
}
