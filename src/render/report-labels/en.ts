import type { ReportLabels } from './report-labels.ts';

/** Titles, columns and rows are called in English by what they are: `gross_profit` is gross profit. */
export const en: Omit<ReportLabels, 'title' | 'word' | 'inQuantity' | 'inValue'> = {
  amountsIn: 'Amounts in {currency}',
  cashBasis: 'Cash basis',
  accrualBasis: 'Accrual basis',
  comparedWith: 'Compared with {days}',
  closedThrough: 'Books closed through {day}',
  asAt: 'As at {day}',
  made: 'Made on {day} at {time} UTC by {name}, with Daybook',
  ages: '{from}–{to} days',
  oldest: 'Over {days} days',
  others: 'Others',
  cutRows: '{shown} of {all} rows are shown; the rest is together in one.',
  none: 'No {group}',
  noTax: 'No tax',
  cashCost: 'On the cash basis the cost of goods counts with the sale, as far as that is paid.',
  byMethod:
    'By payment method it is money that came in, less what was given back, by its day: another total than sales.',
  fewIntervals: 'An estimate needs {count} whole intervals at least.',
};
