import { earlyTexts } from '../../kit/early-discounts.ts';
import { ValueNames } from '../../kit/value-names.tsx';
import { figure, isNothing, longDay, money } from '../../kit/values.ts';
import { filled, named, words } from '../../words/index.ts';
import { type FullSale, isUnpaid } from './sale.ts';
import { stepsToTotal } from './steps-to-total.ts';

/** Lines of a sale and their totals. */
export function LinesTable({ of }: { readonly of: FullSale }) {
  const w = words.value;
  const { sale: texts } = w.sell;
  const shown = (amount: string) => money(amount, of.currency);
  const settled = [
    [w.paid, of.amount_paid, true],
    [texts.refunded, of.amount_refunded, false],
    [texts.credited, of.amount_credited, false],
    [texts.writtenOff, of.amount_written_off, false],
    [texts.discounted, of.amount_discounted, false],
  ] as const;
  return (
    <table class="lines">
      <caption class="unseen">{w.lines}</caption>
      <thead>
        <tr>
          <th scope="col">{texts.product}</th>
          <th scope="col" class="figure">
            {w.quantity}
          </th>
          <th scope="col" class="figure">
            {w.amount}
          </th>
        </tr>
      </thead>
      <tbody>
        {of.lines.map((line) => (
          <tr key={line.position}>
            <td>
              {line.name}
              {line.sku && <small class="quiet">{line.sku}</small>}
              {!isNothing(line.quantity_returned) && (
                <small class="quiet">{filled(texts.returnedOf, { n: figure(line.quantity_returned) })}</small>
              )}
              <ValueNames ids={line.dimension_value_ids} />
            </td>
            <td class="figure">{figure(line.quantity)}</td>
            <td class="figure">{shown(line.total)}</td>
          </tr>
        ))}
        {of.charges.map(({ kind, name, total }) => (
          <tr key={`${kind} ${name}`}>
            <td colSpan={2}>{name ?? named(texts.charges, kind)}</td>
            <td class="figure">{shown(total)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        {stepsToTotal(of.totals).map(({ key, name, amount }) => (
          <Sum key={key} name={name} amount={shown(amount)} />
        ))}
        <Sum name={w.total} amount={shown(of.total)} kind="sum" />
        {settled
          .filter(([, amount, isAlways]) => isAlways || !isNothing(amount))
          .map(([name, amount]) => (
            <Sum key={name} name={name} amount={shown(amount)} />
          ))}
        {isUnpaid(of) && (
          <Sum
            name={`${w.remaining}${of.due_date ? ` · ${filled(w.dueOn, { date: longDay(of.due_date) })}` : ''}`}
            amount={shown(of.amount_due)}
            kind={of.is_overdue ? 'due bad' : 'due'}
          />
        )}
        {isUnpaid(of) &&
          earlyTexts(of).map((text) => (
            <tr key={text}>
              <th scope="row" colSpan={3}>
                {text}
              </th>
            </tr>
          ))}
      </tfoot>
    </table>
  );
}

type Sum = { readonly name: string; readonly amount: string; readonly kind?: string };
function Sum({ name, amount, kind = '' }: Sum) {
  return (
    <tr class={kind}>
      <th scope="row" colSpan={2}>
        {name}
      </th>
      <td class="figure">{amount}</td>
    </tr>
  );
}
