import { money } from '../../kit/values.ts';
import { words } from '../../words/index.ts';
import { useCalculated } from './calculated.ts';
import { said } from '../../kit/said.ts';
import { stepsToTotal } from './steps-to-total.ts';

/** Totals of the lines, computed by the service while they are typed. */
export function SumsOfLines({ of }: { readonly of: object | undefined }) {
  const w = words.value;
  const { of: sum, problem } = useCalculated(of);
  return (
    <div class="part" role="status">
      <dl class="sums">
        {(sum === undefined ? [{ key: 'net', name: w.net, amount: '' }] : stepsToTotal(sum.totals)).map(
          ({ key, name, amount }) => (
            <div key={key}>
              <dt>{name}</dt>
              <dd class="figure">{amount === '' ? '–' : money(amount, sum?.currency)}</dd>
            </div>
          ),
        )}
        <div class="sum">
          <dt>{w.total}</dt>
          <dd class="figure">{sum ? money(sum.total, sum.currency) : '–'}</dd>
        </div>
      </dl>
      {problem && <p class="bad">{said(problem)}</p>}
    </div>
  );
}
