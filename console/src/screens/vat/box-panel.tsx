import { useRead } from '../../api/cache.ts';
import type { Page } from '../../api/types.ts';
import { homeOf } from '../../app/homes.ts';
import { goWith } from '../../app/router.ts';
import { Panel } from '../../frames/panel.tsx';
import { listDay, money } from '../../kit/values.ts';
import { filled, words } from '../../words/index.ts';
import { type Box, boxName, isNumbered, natureOf, type VatReturn } from './vat.ts';

export type Line = {
  readonly id: string;
  readonly source_id: string;
  readonly number: string | null;
  readonly name: string | null;
  readonly tax_rate_id: string | null;
  readonly code: string;
  readonly tax_date: string;
  readonly is_late: boolean;
  readonly base: string;
  readonly tax: string;
  readonly not_deductible: string;
};

const shownMax = 50;

/** The documents behind a box, each a link to where it is shown. */
export function BoxPanel({ of: { id }, box }: { readonly of: VatReturn; readonly box: Box }) {
  const w = words.value.vatReturns;
  const asked = `return_id=${id}&box=${encodeURIComponent(box.box)}`;
  const { data, problem } = useRead<Page<Line>>(`vat-return-lines?${asked}&limit=${shownMax}`);
  const amount = box.tax ?? box.total ?? box.base ?? '0';
  return (
    <Panel
      eyebrow={isNumbered(box) && filled(w.behind, { box: box.box })}
      title={boxName(box)}
      isLoaded={data !== undefined}
      problem={problem}
      closes={['row', 'document']}
    >
      {data && (
        <>
          <p class="amount">{money(amount)}</p>
          {data.data.length === 0 && <p class="quiet">{w.noLines}</p>}
          <ul class="entries">
            {data.data.map((line) => (
              <One key={line.id} line={line} isBase={box.tax === null && box.total === null} />
            ))}
          </ul>
          {data.next_cursor !== null && (
            <p>
              <a href={`/vat-lines?${asked}`}>{w.allLines}</a>
            </p>
          )}
        </>
      )}
    </Panel>
  );
}

function One({ line, isBase }: { readonly line: Line; readonly isBase: boolean }) {
  const w = words.value.vatReturns;
  const { source_id: source, number, name, code, tax_date: day, base, tax, is_late: isLate } = line;
  const text = [number, name].filter(Boolean).join(' ');
  return (
    <li>
      <a href={homeOf(source) ?? '/'}>{text === '' ? w.document : text}</a>
      <b class="figure">{money(isBase ? base : tax)}</b>
      <small class="quiet">
        {[listDay(day), isLate && w.late].filter(Boolean).join(' · ')}{' '}
        {line.tax_rate_id !== null && (
          <button type="button" class="drill" title={natureOf(code)} onClick={() => goWith({ document: source })}>
            {code}
          </button>
        )}
      </small>
      {!isBase && <small class="figure quiet">{money(base)}</small>}
    </li>
  );
}
