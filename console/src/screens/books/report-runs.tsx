import { useRead } from '../../api/cache.ts';
import type { Page } from '../../api/types.ts';
import { PanelHeading } from '../../frames/panel.tsx';
import { ActionButton } from '../../kit/action.tsx';
import { State } from '../../kit/states.tsx';
import { longDay, moment } from '../../kit/values.ts';
import { filled, words } from '../../words/index.ts';
import { ToldProblem } from '../../kit/told-problem.tsx';

type Link = {
  readonly id: string;
  readonly email: string;
  readonly mail_status: string;
  readonly status: string;
  readonly times_opened: number;
};
type Run = {
  readonly id: string;
  readonly status: string;
  readonly from: string | null;
  readonly to: string | null;
  readonly skipped: number;
  readonly problem: string | null;
  readonly created_at: string;
  readonly links: readonly Link[];
};

/** What was sent to whom, what came of it, and who opened it. */
export function ReportRuns({ id }: { readonly id: string }) {
  const w = words.value.reportMail;
  const { data } = useRead<Page<Run>>(`report-runs?schedule_id=${id}&limit=20`);
  return (
    <>
      <PanelHeading>{w.runs}</PanelHeading>
      {data?.data.length === 0 && <p class="quiet">{w.noRuns}</p>}
      <ul class="entries">
        {data?.data.map((run) => (
          <li key={run.id}>
            <span>
              {daysOf(run)} <State of={run.status} />
              <small class="quiet">
                {moment(run.created_at)}
                {run.skipped > 0 && ` · ${filled(w.skipped, { n: run.skipped })}`}
                {run.problem !== null && ' · '}
                {run.problem !== null && <ToldProblem of={run.problem} />}
                {run.links.map((link) => (
                  <LinkLine key={link.id} link={link} />
                ))}
              </small>
            </span>
            {run.links.some(({ status }) => status === 'active') && (
              <ActionButton
                label={w.revoke}
                path={`report-runs/${run.id}/revoke`}
                warning={w.revokeHint}
                changes={['report-runs']}
                isDangerous
              />
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

/** The mail tells where it failed; else the link, once it has ended. */
function LinkLine({ link: { email, mail_status: mail, status, times_opened: times } }: { readonly link: Link }) {
  const states = words.value.states;
  const ended = status === 'active' ? (mail === 'sent' ? undefined : mail) : status;
  const parts = [
    email,
    ended === undefined ? undefined : states[ended as keyof typeof states],
    times > 0 ? filled(words.value.reportMail.opened, { n: times }) : undefined,
  ];
  return <div>{parts.filter((part) => part !== undefined).join(' · ')}</div>;
}

function daysOf({ from, to }: Run): string {
  if (from === null || to === null) return '';
  return from === to ? longDay(to) : `${longDay(from)} – ${longDay(to)}`;
}
