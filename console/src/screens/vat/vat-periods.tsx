import { ListScreen } from '../../frames/list-screen.tsx';
import { State } from '../../kit/states.tsx';
import { listDay, money } from '../../kit/values.ts';
import { words } from '../../words/index.ts';
import { needs, type Scheme, spanOf } from './vat.ts';

type Period = {
  readonly id: string;
  readonly scheme: Scheme;
  readonly period_from: string;
  readonly period_to: string;
  readonly file_by: string | null;
  readonly status: string;
  readonly return_id: string | null;
  readonly correction_id: string | null;
  readonly due: string | null;
  readonly amount_due: string | null;
};

/** Address of the period's return, or of the form that creates it. */
function homeOf({ return_id: made, correction_id: correction, scheme, period_from: from }: Period): string {
  const id = correction ?? made;
  return id === null ? `/vat/new?scheme=${scheme}&period_from=${from}` : `/vat/${id}`;
}

/** Periods to declare, with due date and status. */
export function VatPeriods() {
  const { vatReturns: w, vat: title, columns, setup } = words.value;
  return (
    <ListScreen<Period>
      title={title}
      list={{
        path: 'vat-periods',
        fields: 'id,scheme,period_from,period_to,file_by,status,return_id,correction_id,due,amount_due',
        sort: '-period_from',
      }}
      views={[
        { name: 'all', title: words.value.all, query: '' },
        { name: 'to-do', title: w.toDo, query: 'is_filed=false' },
        { name: 'done', title: w.done, query: 'is_filed=true' },
      ]}
      create={{ href: '/vat/new', label: w.prepare, needs }}
      actions={
        <>
          <a class="button" href="/ec-sales-list">
            {w.salesList}
          </a>
          <a class="button" href="/settings/vat">
            {setup.title}
          </a>
        </>
      }
      empty={{ title: w.empty, hint: w.emptyHint }}
      to={homeOf}
      columns={[
        {
          key: 'period',
          sort: 'period_from',
          startsHigh: true,
          title: w.period,
          width: 'minmax(9rem, 2fr)',
          phone: 'lead',
          cell: spanOf,
        },
        { key: 'scheme', title: w.scheme, cell: ({ scheme }) => w.schemes[scheme] },
        { key: 'by', title: w.fileBy, phone: 'note', cell: ({ file_by: day }) => day && listDay(day) },
        {
          key: 'status',
          title: columns.status,
          phone: 'mark',
          cell: ({ status, correction_id: correction }) => (
            <>
              <State of={status} />
              {correction !== null && <span class="quiet"> {w.correction}</span>}
            </>
          ),
        },
        {
          key: 'due',
          title: w.due,
          isFigure: true,
          phone: 'amount',
          cell: ({ due }) => (due === null ? '' : money(due)),
        },
        {
          key: 'left',
          title: w.left,
          isFigure: true,
          cell: ({ amount_due: left }) => (left === null ? '' : money(left)),
        },
      ]}
    />
  );
}
