import { changed, useRead } from '../../api/cache.ts';
import type { Params } from '../../app/params.ts';
import { goWith, query } from '../../app/router.ts';
import { Statement } from '../../frames/statement.tsx';
import { isNothing } from '../../kit/values.ts';
import { named, words } from '../../words/index.ts';
import { boxColumns } from './box-columns.tsx';
import { BoxPanel } from './box-panel.tsx';
import { DocumentCodes } from './document-codes.tsx';
import { OssTable } from './oss-table.tsx';
import { ReturnActions } from './return-actions.tsx';
import { ReturnChecks } from './return-checks.tsx';
import { ReturnFacts } from './return-facts.tsx';
import { type Box, formName, spanOf, type VatReturn } from './vat.ts';

/** A return as its form has it: boxes, what is to be looked at before it is filed, and what is behind each. */
export function VatReturnPage({ params: { id = '' } }: { readonly params: Params }) {
  const { vatReturns: w, vat, states } = words.value;
  const path = `vat-returns/${id}`;
  const { data: one, problem } = useRead<VatReturn>(path);
  const row = query.value.get('row');
  const document = query.value.get('document');
  const isWhole = query.value.has('all');
  const open = one?.boxes.find(({ box }) => box === row);
  const boxes = one?.boxes.filter((box) => isWhole || !isEmpty(box));
  return (
    <Statement<Box>
      back={{ href: '/vat', label: vat }}
      eyebrow={one && `${formName(one)} · ${named(states, one.status)}`}
      title={one ? spanOf(one) : vat}
      report={`${path}/export`}
      file={one ? `vat-${one.period_from}-${one.period_to}` : 'vat'}
      formats={['csv']}
      periods={[]}
      problem={problem}
      again={() => changed(path)}
      actions={one && <ReturnActions of={one} />}
      keyOf={({ box }) => box}
      columns={boxColumns(one)}
      parts={boxes && [{ key: 'boxes', rows: boxes }]}
      panel={
        document ? (
          <DocumentCodes key={document} id={document} />
        ) : (
          one && open && <BoxPanel key={row} of={one} box={open} />
        )
      }
    >
      {one && (
        <>
          <ReturnFacts of={one} />
          <ReturnChecks of={one} />
          {one.scheme === 'oss' && <OssTable of={one} />}
          <p>
            <button type="button" class="bare" onClick={() => goWith({ all: isWhole ? undefined : 'yes' })}>
              {isWhole ? w.filledBoxes : w.allBoxes}
            </button>
          </p>
        </>
      )}
    </Statement>
  );
}

const isEmpty = ({ base, tax, total }: Box): boolean => [base, tax, total].every((amount) => isNothing(amount ?? '0'));
