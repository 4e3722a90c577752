import { useRead } from '../../api/cache.ts';
import type { Page } from '../../api/types.ts';
import { figure, money } from '../../kit/values.ts';
import { words } from '../../words/index.ts';

type Price = { readonly variant_id: string; readonly min_quantity: string; readonly price: string };
type Of = { readonly currency: string; readonly prices: readonly Price[] };

const shownMax = 100;

/** The prices of a list by product, and from how many on each holds. */
export function PricesTable({ of: { prices, currency } }: { readonly of: Of }) {
  const w = words.value;
  const { prices: texts } = w.sell;
  const variants =
    useRead<Page<{ id: string; full_name: string }>>('variants?fields=full_name&limit=100&sort=-created_at').data
      ?.data ?? [];
  const nameOf = new Map(variants.map(({ id, full_name }) => [id, full_name]));
  if (prices.length === 0) return null;
  return (
    <>
      <table class="lines">
        <caption class="unseen">{texts.prices}</caption>
        <thead>
          <tr>
            <th scope="col">{texts.product}</th>
            <th scope="col" class="figure">
              {texts.from}
            </th>
            <th scope="col" class="figure">
              {w.price}
            </th>
          </tr>
        </thead>
        <tbody>
          {prices.slice(0, shownMax).map(({ variant_id, min_quantity, price }) => (
            <tr key={`${variant_id} ${min_quantity}`}>
              <td>{nameOf.get(variant_id) ?? <VariantName id={variant_id} />}</td>
              <td class="figure">{figure(min_quantity)}</td>
              <td class="figure">{money(price, currency)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {prices.length > shownMax && <p class="quiet">{w.books.moreBehind}</p>}
    </>
  );
}

/** Beyond the hundred that are read at once. */
function VariantName({ id }: { readonly id: string }) {
  return <>{useRead<{ readonly full_name: string }>(`variants/${id}`).data?.full_name}</>;
}
