import { PanelHeading } from '../../frames/panel.tsx';
import { money } from '../../kit/values.ts';
import { filled, named, words } from '../../words/index.ts';

export type Compared = {
  readonly sums: readonly {
    readonly currency: string;
    readonly stated: string;
    readonly booked: string;
    readonly skipped: string;
    readonly failed: string;
  }[];
  readonly totals: {
    readonly differences: readonly {
      readonly line: number;
      readonly field: string;
      readonly stated: string;
      readonly computed: string;
    }[];
  } | null;
};

/** What the file comes to against what is in the books, and the sums in it that are not those of its rows. */
export function ImportSums({ of: { sums, totals } }: { readonly of: Compared }) {
  const w = words.value.importList;
  const differences = totals?.differences ?? [];
  if (sums.length + differences.length === 0) return null;
  return (
    <>
      <PanelHeading>{w.sums}</PanelHeading>
      <ul class="entries">
        {sums.map(({ currency, stated, booked }) => (
          <li key={currency}>
            <span>{filled(w.inFile, { amount: money(stated, currency) })}</span>
            <small class="quiet">{filled(w.inBooks, { amount: money(booked, currency) })}</small>
          </li>
        ))}
        {differences.map(({ line, field, stated, computed }) => (
          <li key={`${line} ${field}`}>
            <span>{filled(w.differs, { n: line, field: named(w.fields, field) })}</span>
            <small class="quiet">{`${stated} ≠ ${computed}`}</small>
          </li>
        ))}
      </ul>
    </>
  );
}
