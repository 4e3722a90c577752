import type { Calculated, Variant } from '../../api/types.ts';
import { Icon } from '../../kit/icon.tsx';
import { money, plain, typedDecimal } from '../../kit/values.ts';
import { filled, words } from '../../words/index.ts';

/** A line of a sale that is being made, as it was typed. */
export type Item = {
  readonly variant: Variant;
  readonly quantity: string;
  readonly price: string;
  readonly percent: string;
};

/** A line of the sale that the service is sent; what was left empty follows from the product. */
export function lineOf({ variant, quantity, price, percent }: Item) {
  return {
    variant_id: variant.id,
    quantity: typedDecimal(quantity) ?? '0',
    ...(typedDecimal(price) && { unit_price: typedDecimal(price) }),
    ...(typedDecimal(percent) && { discount: { type: 'percent', value: typedDecimal(percent) } }),
  };
}

type BasketTable = {
  readonly items: readonly Item[];
  readonly sum: Calculated | undefined;
  readonly onChange: (at: number, part: Partial<Item>) => void;
  readonly onRemove: (at: number) => void;
};

/** Items of the basket, with editable quantity, price and discount. */
export function BasketTable({ items, sum, onChange, onRemove }: BasketTable) {
  const w = words.value;
  return (
    <table class="lines entry">
      <caption class="unseen">{w.lines}</caption>
      <thead>
        <tr>
          <th scope="col">{w.product.split(',')[0]}</th>
          <th scope="col" class="figure">
            {w.quantity}
          </th>
          <th scope="col" class="figure">
            {w.price}
          </th>
          <th scope="col" class="figure">
            {w.discount} %
          </th>
          <th scope="col" class="figure">
            {w.amount}
          </th>
          <th>
            <span class="unseen">{w.remove.split(' ')[0]}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {items.map(({ variant, quantity, price, percent }, at) => (
          <tr key={variant.id}>
            <td>
              {variant.full_name}
              <small class="quiet">{variant.sku}</small>
            </td>
            <td class="figure">
              <input
                inputmode="decimal"
                aria-label={`${w.quantity}, ${variant.full_name}`}
                value={quantity}
                onInput={(e) => onChange(at, { quantity: e.currentTarget.value })}
                onFocus={(e) => e.currentTarget.select()}
              />
            </td>
            <td class="figure">
              <input
                inputmode="decimal"
                aria-label={`${w.price}, ${variant.full_name}`}
                placeholder={plain(sum?.lines[at]?.unit_price ?? variant.price)}
                value={price}
                onInput={(e) => onChange(at, { price: e.currentTarget.value })}
              />
            </td>
            <td class="figure">
              <input
                inputmode="decimal"
                aria-label={`${w.discount}, ${variant.full_name}`}
                placeholder="0"
                value={percent}
                onInput={(e) => onChange(at, { percent: e.currentTarget.value })}
              />
            </td>
            <td class="figure">{sum?.lines[at] ? money(sum.lines[at].total) : ''}</td>
            <td>
              <button
                type="button"
                class="bare"
                aria-label={filled(w.remove, { name: variant.full_name })}
                onClick={() => onRemove(at)}
              >
                <Icon name="close" />
              </button>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
