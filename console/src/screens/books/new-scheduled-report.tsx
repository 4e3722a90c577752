import { query } from '../../app/router.ts';
import { CreateScreen } from '../../frames/form-screen.tsx';
import { Facts } from '../../kit/facts.tsx';
import { named, words } from '../../words/index.ts';
import { useMemberOptions } from '../team/member.ts';
import { kept } from './schedule-link.tsx';
import { newScheduledBody, scheduledReportFields } from './scheduled-report-fields.ts';

/** From a report it comes with what was chosen there. */
export function NewScheduledReport() {
  const { reportMail: w, books, scheduledReports: title } = words.value;
  const asked = query.value;
  const report = asked.get('report') ?? 'profit-and-loss';
  const parameters = Object.fromEntries(kept.flatMap((name) => (asked.get(name) ? [[name, asked.get(name)]] : [])));
  const called = books.reports[report as keyof typeof books.reports]?.title ?? '';
  const members = useMemberOptions();
  return (
    <CreateScreen
      title={w.create}
      path="scheduled-reports"
      fields={scheduledReportFields(members)}
      start={{
        name: called,
        report,
        period: asked.get('period')?.replace('this_', 'last_') ?? 'last_month',
        frequency: 'month',
        anchor_day: 1,
        hour: '7',
        format: 'pdf',
        link_days: 14,
        when_empty: 'send',
      }}
      complete={(body) => {
        // What was chosen on one report may mean nothing to another.
        const taken = body['report'] === report ? { parameters } : {};
        return { ...newScheduledBody(body), ...taken };
      }}
      back={{ href: '/scheduled-reports', label: title }}
      to={({ id }) => `/scheduled-reports?open=${id}`}
      changes={['scheduled-reports']}
    >
      {Object.keys(parameters).length > 0 && <Facts of={[[w.parameters, parametersOf(parameters)]]} />}
    </CreateScreen>
  );
}

/** Choices in the words of the report's own page; a record by its id. */
function parametersOf(parameters: Readonly<Record<string, unknown>>): string {
  const { books, statement } = words.value;
  const texts = {
    ...books.groups,
    ...books.metrics,
    previous_period: statement.previousPeriod,
    previous_year: statement.previousYear,
  };
  return Object.values(parameters)
    .map((value) => named(texts, String(value)))
    .join(', ');
}
