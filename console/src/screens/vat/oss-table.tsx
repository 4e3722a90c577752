import { useState } from 'preact/hooks';
import { useRead } from '../../api/cache.ts';
import { Section } from '../../frames/record-page.tsx';
import { Download } from '../../kit/download.tsx';
import { figure, locale, money } from '../../kit/values.ts';
import { words } from '../../words/index.ts';
import type { VatReturn } from './vat.ts';

type Summary = {
  readonly rows: readonly {
    readonly country: string;
    readonly percentage: string;
    readonly correction_of: string | null;
    readonly base: string;
    readonly tax: string;
  }[];
  readonly total: string;
};

/** Figures for the One-Stop Shop, in the order of its portal. */
export function OssTable({ of: { id, period_from: from } }: { readonly of: VatReturn }) {
  const w = words.value.vatReturns;
  const [fault, setFault] = useState('');
  const { data } = useRead<Summary>(`vat-returns/${id}/oss`);
  const names = new Intl.DisplayNames([locale.value], { type: 'region' });
  if (data === undefined) return null;
  return (
    <Section
      title={w.oss}
      action={
        <Download path={`vat-returns/${id}/oss?format=csv`} name={`oss-${from}.csv`} onFault={setFault}>
          CSV
        </Download>
      }
    >
      {fault !== '' && <p role="alert">{fault}</p>}
      <table>
        <caption class="unseen">{w.oss}</caption>
        <thead>
          <tr>
            <th scope="col">{w.country}</th>
            <th scope="col" class="figure">
              {w.rate}
            </th>
            <th scope="col" class="figure">
              {w.base}
            </th>
            <th scope="col" class="figure">
              {w.tax}
            </th>
          </tr>
        </thead>
        <tbody>
          {data.rows.map(({ country, percentage, correction_of: corrects, base, tax }) => (
            <tr key={`${country} ${percentage} ${corrects}`}>
              <th scope="row">
                {names.of(country)}
                {corrects !== null && <small class="quiet">{` ${w.correctionOf} ${corrects}`}</small>}
              </th>
              <td class="figure">{figure(percentage)} %</td>
              <td class="figure">{money(base)}</td>
              <td class="figure">{money(tax)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  );
}
