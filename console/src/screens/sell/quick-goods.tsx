import type { Variant } from '../../api/types.ts';
import { money } from '../../kit/values.ts';
import { words } from '../../words/index.ts';
import { ProductPicture } from '../../kit/thumbnail.tsx';
import { useQuick } from './goods.ts';

type QuickGoods = { readonly known: readonly Variant[] | undefined; readonly onPick: (variant: Variant) => void };

/** A button for each of what sells most. */
export function QuickGoods({ known, onPick }: QuickGoods) {
  const quick = useQuick(known);
  return (
    <ul class="quick" aria-label={words.value.quick}>
      {quick === undefined
        ? Array.from({ length: 12 }, (_, at) => <li key={at} class="blank" />)
        : quick.map((variant) => (
            <li key={variant.id}>
              <button type="button" onClick={() => onPick(variant)}>
                <ProductPicture of={variant} />
                <span>{variant.full_name}</span>
                <b class="figure">{money(variant.price)}</b>
              </button>
            </li>
          ))}
    </ul>
  );
}
