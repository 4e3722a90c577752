import { useRead } from '../../api/cache.ts';
import { goWith } from '../../app/router.ts';
import { EditButton } from '../../frames/edit-button.tsx';
import { Panel, PanelHeading } from '../../frames/panel.tsx';
import { ActionButton } from '../../kit/action.tsx';
import { Facts } from '../../kit/facts.tsx';
import { State } from '../../kit/states.tsx';
import { longDay } from '../../kit/values.ts';
import { named, words } from '../../words/index.ts';
import { ToldProblem } from '../../kit/told-problem.tsx';
import { useMemberOptions } from '../team/member.ts';
import { ReportRuns } from './report-runs.tsx';
import { type Recipient, scheduledBody, scheduledReportFields } from './scheduled-report-fields.ts';

type Scheduled = {
  readonly id: string;
  readonly name: string;
  readonly report: string;
  readonly status: string;
  readonly paused_reason: string | null;
  readonly period: string;
  readonly frequency: string;
  readonly hour: number;
  readonly next_date: string;
  readonly last_error: string | null;
  readonly recipients: readonly Recipient[];
  readonly version: number;
};

const changes = ['scheduled-reports', 'report-runs'];

export function ScheduledReportPanel({ id }: { readonly id: string }) {
  const { reportMail: w, books, form, periods } = words.value;
  const { data: one, problem } = useRead<Scheduled>(`scheduled-reports/${id}`);
  const members = useMemberOptions();
  const nameOf = (member: string | null) => members.find(({ value }) => value === member)?.label ?? w.member;
  return (
    <Panel
      eyebrow={one && books.reports[one.report as keyof typeof books.reports]?.title}
      title={one?.name ?? ''}
      isLoaded={one !== undefined}
      problem={problem}
      actions={
        one && (
          <>
            <ActionButton
              label={w.sendNow}
              path={`scheduled-reports/${id}/send`}
              warning={w.sendHint}
              changes={changes}
            />
            <EditButton
              path={`scheduled-reports/${id}`}
              fields={scheduledReportFields(members).filter(({ name }) => name !== 'report')}
              complete={scheduledBody}
              changes={changes}
            />
            {one.status === 'active' ? (
              <ActionButton label={w.pause} path={`scheduled-reports/${id}/pause`} changes={changes} />
            ) : (
              <ActionButton label={w.resume} path={`scheduled-reports/${id}/resume`} changes={changes} isPrimary />
            )}
            <ActionButton
              label={form.delete}
              path={`scheduled-reports/${id}`}
              method="DELETE"
              warning={w.deleteHint}
              changes={changes}
              isDangerous
              onDone={() => goWith({ open: undefined })}
            />
          </>
        )
      }
    >
      {one && (
        <>
          <Facts
            of={[
              [words.value.columns.status, <State key="status" of={one.status} />],
              [w.why, one.paused_reason && named(w.reasons, one.paused_reason)],
              [w.problem, one.last_error && <ToldProblem key="error" of={one.last_error} />],
              [w.next, one.status === 'active' && `${longDay(one.next_date)}, ${one.hour}:00`],
              [w.frequency, named(w.frequencies, one.frequency)],
              [w.period, named(periods, one.period)],
            ]}
          />
          <PanelHeading>{w.recipients}</PanelHeading>
          <ul class="entries">
            {one.recipients.map(({ id: key, member_id: member, email, status }) => (
              <li key={key}>
                <span>{email ?? nameOf(member)}</span> {status !== 'active' && <State of={status} />}
              </li>
            ))}
          </ul>
          <ReportRuns id={id} />
        </>
      )}
    </Panel>
  );
}
