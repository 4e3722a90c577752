/**
 * A report as a page: its figures are strings already, for each report knows its own currency and columns.
 */
export type ReportFacts = {
  readonly organization: string;
  readonly language: string;
  readonly title: string;
  /** The period, or the day as at which it is. */
  readonly subtitle: string | null;
  /** Currency, basis, filters: what a reader must know to read it. */
  readonly remarks: readonly string[];
  readonly figures: readonly { readonly label: string; readonly value: string; readonly detail: string | null }[];
  readonly chart: ChartFacts | null;
  /** One of them `grows`: it takes what width is left. */
  readonly columns: readonly { readonly label: string; readonly kind: 'text' | 'number'; readonly grows: boolean }[];
  readonly rows: readonly ReportRow[];
  /** Author and date of the report, as text. */
  readonly made: string;
};

/**
 * Figures that a picture says more of: named things as bars that lie, days as bars that stand. The page sets them
 * itself, so that their words are in its fonts and run in its direction.
 */
export type ChartFacts = {
  readonly kind: 'lying' | 'standing';
  readonly heading: string | null;
  /** For who cannot see it. */
  readonly alt: string;
  readonly bars: readonly { readonly label: string; readonly value: string; readonly size: number }[];
};

/** `level` indents the first cell; a heading has no figures, totals are set apart. */
export type ReportRow = {
  readonly kind: 'heading' | 'row' | 'subtotal' | 'total';
  readonly level: number;
  readonly cells: readonly string[];
};
