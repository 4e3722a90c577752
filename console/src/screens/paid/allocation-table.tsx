import { isNothing, listDay, minus, money, plain } from '../../kit/values.ts';
import { filled, words } from '../../words/index.ts';
import { type Open, total } from './allocation.ts';

export type Allocated = { readonly sale: Open; readonly amount: string; readonly text: string | undefined };

type Table = {
  readonly of: readonly Allocated[];
  readonly amount: string | undefined;
  readonly currency: string;
  readonly onType: (id: string, text: string) => void;
};

/** The unpaid sales of a client, and how much of a payment goes to each. */
export function AllocationTable({ of, amount, currency, onType }: Table) {
  const w = words.value;
  const { paid: texts } = w.sell;
  if (of.length === 0) return <p class="quiet">{texts.noneOpen}</p>;
  const settled = total(of.map((one) => one.amount || '0'));
  const left = minus(amount ?? '0', settled);
  return (
    <section class="part">
      <table class="allocations">
        <caption>{texts.settles}</caption>
        <thead>
          <tr>
            <th scope="col">{texts.sale}</th>
            <th scope="col">{w.columns.due}</th>
            <th scope="col" class="figure">
              {w.columns.open}
            </th>
            <th scope="col" class="figure">
              {texts.thisMuch}
            </th>
          </tr>
        </thead>
        <tbody>
          {of.map(({ sale, amount: part, text }) => (
            <tr key={sale.id}>
              <th scope="row">{sale.number}</th>
              <td class={sale.is_overdue ? 'bad' : 'quiet'}>{sale.due_date && listDay(sale.due_date)}</td>
              <td class="figure">{money(sale.amount_due, currency)}</td>
              <td class="figure">
                <input
                  class="figure"
                  inputmode="decimal"
                  aria-label={filled(texts.settlesOf, { number: sale.number ?? '' })}
                  value={text ?? (part === '' ? '' : plain(part))}
                  onInput={(event) => onType(sale.id, event.currentTarget.value)}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p role="status" class={left.startsWith('-') ? 'bad' : 'quiet'}>
        {left.startsWith('-')
          ? filled(texts.tooMuch, { amount: money(left.slice(1), currency) })
          : !isNothing(left) && filled(texts.credit, { amount: money(left, currency) })}
      </p>
    </section>
  );
}
