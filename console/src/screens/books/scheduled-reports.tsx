import { ListScreen } from '../../frames/list-screen.tsx';
import { State } from '../../kit/states.tsx';
import { listDay } from '../../kit/values.ts';
import { named, words } from '../../words/index.ts';
import { ScheduledReportPanel } from './scheduled-report-panel.tsx';

type Row = {
  readonly id: string;
  readonly name: string;
  readonly report: string;
  readonly status: string;
  readonly frequency: string;
  readonly next_date: string;
};

/** Reports that are made every so often and mailed as links. */
export function ScheduledReports() {
  const { reportMail: w, scheduledReports: title, columns } = words.value;
  return (
    <ListScreen<Row>
      title={title}
      list={{ path: 'scheduled-reports', fields: 'name,report,status,frequency,next_date', sort: '-created_at' }}
      create={{ href: '/scheduled-reports/new', label: w.create, needs: 'reports:read' }}
      empty={{ title: w.empty, hint: w.emptyHint }}
      panel={(id) => <ScheduledReportPanel key={id} id={id} />}
      columns={[
        { key: 'name', title: w.name, width: 'minmax(9rem, 2fr)', phone: 'lead', cell: ({ name }) => name },
        {
          key: 'frequency',
          title: w.frequency,
          phone: 'note',
          cell: ({ frequency }) => named(w.frequencies, frequency),
        },
        {
          key: 'next',
          title: w.next,
          phone: 'amount',
          cell: ({ status, next_date: day }) => status === 'active' && listDay(day),
        },
        {
          key: 'status',
          title: columns.status,
          width: '8rem',
          phone: 'mark',
          cell: (one) => <State of={one.status} />,
        },
      ]}
    />
  );
}
