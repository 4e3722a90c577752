import { useRead } from '../../api/cache.ts';
import { homeOf } from '../../app/homes.ts';
import { Panel } from '../../frames/panel.tsx';
import { ActionButton } from '../../kit/action.tsx';
import { figure } from '../../kit/values.ts';
import { words } from '../../words/index.ts';
import { changes, natureOf, needs } from './vat.ts';

type Codes = {
  readonly id: string;
  readonly tax_codes: readonly {
    readonly tax_rate_id: string;
    readonly name: string;
    readonly percentage: string;
    readonly code: string;
    readonly is_chosen: boolean;
  }[];
};

const ofSales = ['S', 'Z', 'E', 'G', 'K', 'KS', 'T', 'AE', 'O', 'OWN'];

/** Tax codes of a document, tax by tax, beside the lines that lead here. */
export function DocumentCodes({ id }: { readonly id: string }) {
  const w = words.value.vatReturns;
  const { data, problem } = useRead<Codes>(`tax-codes/${id}`);
  const isSale = id.startsWith('sale_');
  const options = Object.entries(w.natures)
    .filter(([nature]) => ofSales.includes(nature) === isSale)
    .map(([value, name]) => ({ value, label: `${value} · ${name}` }));
  return (
    <Panel title={w.codes} isLoaded={data !== undefined} problem={problem} closes={['document']}>
      <p>
        <a href={homeOf(id) ?? '/'}>{w.document}</a>
      </p>
      <ul class="entries">
        {data?.tax_codes.map(({ tax_rate_id: rate, name, percentage, code, is_chosen: isChosen }) => (
          <li key={rate}>
            <span>
              {code} <span class="quiet">{natureOf(code)}</span>
            </span>
            <ActionButton
              label={w.changeCode}
              path={`tax-codes/${id}`}
              method="PUT"
              needs={needs}
              warning={w.changeCodeHint}
              fields={[{ name: 'nature', label: w.nature, kind: 'choice', isRequired: true, isWide: true, options }]}
              start={{ nature: code.replace(/[0-9.]+$/, '') }}
              body={{ tax_rate_id: rate }}
              changes={['tax-codes', ...changes]}
            />
            <small class="quiet">
              {[`${name} ${figure(percentage)} %`, isChosen && w.chosen].filter(Boolean).join(' · ')}
            </small>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
