import type { Day } from '../../../core/calendar.ts';
import type { StandardLayout } from '../../../core/statement-layouts.ts';
import { hgbBalance, hgbResults } from './hgb.ts';
import { ias1Results, ifrs18Results, ifrsBalance } from './ifrs.ts';
import { type LayoutTree, shortened } from './layout-tree.ts';
import { pcgBalance, pcgResults } from './pcg.ts';
import { pgcBalance, pgcResults } from './pgc.ts';
import { ukBalance, ukResults } from './uk.ts';
import { usBalance, usResults } from './us.ts';

export const balanceTrees: Readonly<Record<StandardLayout, LayoutTree>> = {
  hgb: hgbBalance,
  hgb_small: shortened(hgbBalance),
  uk: ukBalance,
  us: usBalance,
  ifrs: ifrsBalance,
  pcg: pcgBalance,
  pgc_pymes: pgcBalance,
};

const resultsTrees: Readonly<Record<StandardLayout, LayoutTree>> = {
  hgb: hgbResults,
  hgb_small: hgbResults,
  uk: ukResults,
  us: usResults,
  ifrs: ias1Results,
  pcg: pcgResults,
  pgc_pymes: pgcResults,
};

/** IFRS 18 is for annual periods that begin on this day or later; what they are compared with is laid out alike. */
const ifrs18From: Day = '2027-01-01';

/** The tree of profit and loss, for a period in a fiscal year that begins on a day. */
export function resultsTree(layout: StandardLayout, yearFrom: Day): LayoutTree {
  return layout === 'ifrs' && yearFrom >= ifrs18From ? ifrs18Results : resultsTrees[layout];
}
