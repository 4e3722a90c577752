import { homeOf } from '../../app/homes.ts';
import { query } from '../../app/router.ts';
import { ListScreen } from '../../frames/list-screen.tsx';
import { listDay, money } from '../../kit/values.ts';
import { words } from '../../words/index.ts';
import type { Line } from './box-panel.tsx';
import { DocumentCodes } from './document-codes.tsx';
import { natureOf } from './vat.ts';

/** Each tax of each document behind a return, for those who go through all of them. */
export function VatLines() {
  const w = words.value.vatReturns;
  const back = query.value.get('return_id');
  return (
    <ListScreen<Line>
      title={w.lines}
      list={{
        path: 'vat-return-lines',
        fields: 'id,source_id,number,name,tax_rate_id,code,tax_date,is_late,base,tax,not_deductible',
        sort: 'tax_date',
      }}
      filters={[
        { name: 'return_id', label: w.scheme, kind: 'hidden' },
        { name: 'box', label: w.box, kind: 'hidden' },
        { name: 'code', label: w.code, kind: 'hidden' },
        {
          name: 'is_late',
          label: w.late,
          kind: 'choice',
          options: [{ value: 'true', label: w.onlyLate }],
        },
      ]}
      actions={
        back !== null && (
          <a class="button" href={`/vat/${back}`}>
            {w.scheme}
          </a>
        )
      }
      empty={{ title: w.noLines }}
      idOf={({ id, source_id: source }) => `${source}.${id}`}
      panel={(id) => <DocumentCodes key={id} id={id.split('.', 1)[0] ?? ''} />}
      columns={[
        {
          key: 'document',
          title: w.document,
          width: 'minmax(6rem, 1fr)',
          phone: 'lead',
          cell: ({ number, source_id: source }) => <a href={homeOf(source) ?? '/'}>{number ?? w.document}</a>,
        },
        { key: 'name', title: w.party, width: 'minmax(8rem, 2fr)', phone: 'note', cell: ({ name }) => name },
        { key: 'day', sort: 'tax_date', title: w.taxDate, cell: ({ tax_date: day }) => listDay(day) },
        {
          key: 'code',
          title: w.code,
          phone: 'mark',
          cell: ({ code, is_late: isLate }) => [code, natureOf(code), isLate && w.late].filter(Boolean).join(' · '),
        },
        { key: 'base', title: w.base, isFigure: true, isExtra: true, cell: ({ base }) => money(base) },
        { key: 'tax', title: w.tax, isFigure: true, phone: 'amount', cell: ({ tax }) => money(tax) },
        {
          key: 'lost',
          title: w.notDeductible,
          isFigure: true,
          isExtra: true,
          cell: ({ not_deductible: lost }) => money(lost),
        },
      ]}
    />
  );
}
