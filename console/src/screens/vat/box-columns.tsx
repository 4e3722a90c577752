import { goWith, query } from '../../app/router.ts';
import { isNarrow } from '../../app/width.ts';
import type { StatementColumn } from '../../frames/statement.tsx';
import { isNothing, money } from '../../kit/values.ts';
import { language, words } from '../../words/index.ts';
import { type Box, boxName, isNumbered, type VatReturn } from './vat.ts';

type Column = StatementColumn<Box>;

/** The boxes of a form as a table: what each is, and its figures, which lead to what is behind them. */
export function boxColumns(of: VatReturn | undefined): readonly Column[] {
  const title = words.value.vatReturns.boxes;
  const name: Column = { key: 'name', title, cell: (box) => <Name box={box} of={of} /> };
  return [name, ...(isNarrow.value ? onPhone() : onDesk())];
}

function onDesk(): readonly Column[] {
  const w = words.value.vatReturns;
  return [
    { key: 'base', title: w.base, isFigure: true, cell: (box) => <Figure box={box} amount={box.base} /> },
    {
      key: 'tax',
      title: w.taxOrTotal,
      isFigure: true,
      cell: (box) => <Figure box={box} amount={box.tax ?? box.total} />,
    },
  ];
}

/** One column, so that names have room: few boxes have a base and a tax. */
function onPhone(): readonly Column[] {
  const title = words.value.vatReturns.amount;
  return [
    {
      key: 'amount',
      title,
      isFigure: true,
      cell: (box) => (
        <>
          <Figure box={box} amount={box.tax ?? box.total ?? box.base} />
          {box.tax !== null && box.base !== null && <small class="quiet">{money(box.base)}</small>}
        </>
      ),
    },
  ];
}

/** As the form calls it; for who reads another language, in plain English too. */
function Name({ box, of }: { readonly box: Box; readonly of: VatReturn | undefined }) {
  const isForeign = box.local_name !== null && of?.form_language !== 'en' && language.value === 'en';
  return (
    <span class="form-box">
      <span class="quiet">{isNumbered(box) && box.box}</span>
      <span>
        {boxName(box)}
        {isForeign && <small class="quiet">{box.name}</small>}
      </span>
    </span>
  );
}

function Figure({ box: { box, codes }, amount }: { readonly box: Box; readonly amount: string | null }) {
  if (amount === null) return null;
  const text = money(amount);
  if (codes.length === 0 || isNothing(amount)) return <>{text}</>;
  const isOpen = query.value.get('row') === box;
  return (
    <button
      type="button"
      class="drill"
      aria-expanded={isOpen}
      onClick={() => goWith({ row: isOpen ? undefined : box, document: undefined })}
    >
      {text}
    </button>
  );
}
