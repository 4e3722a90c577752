import { query } from '../../app/router.ts';
import { words } from '../../words/index.ts';

/** Choices of a report that its schedule keeps. The days are counted anew each time. */
export const kept = [
  ...(['compare', 'group_by', 'metric', 'account_id', 'dimension_id', 'levels'] as const),
  ...(['dimension_value_id', 'without_dimension_id', 'budget_id', 'layout'] as const),
];

/** The way from a report to having it mailed, with what is chosen there. */
export function ScheduleLink({ report }: { readonly report: string }) {
  const asked = new URLSearchParams({ report });
  for (const name of ['period', ...kept]) {
    const value = query.value.get(name);
    if (value) asked.set(name, value);
  }
  return (
    <a class="button" href={`/scheduled-reports/new?${asked}`}>
      {words.value.reportMail.schedule}
    </a>
  );
}
