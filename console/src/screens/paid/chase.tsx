import { useEffect, useState } from 'preact/hooks';
import { call, type Problem, Refused } from '../../api/call.ts';
import { ActionButton } from '../../kit/action.tsx';
import { said } from '../../kit/said.ts';
import { money } from '../../kit/values.ts';
import { counted, words } from '../../words/index.ts';

type Invoice = {
  readonly document_id: string;
  readonly number: string;
  readonly client_name: string;
  readonly days_overdue: number;
  readonly currency: string;
  readonly amount_due: string;
};
type Chased = {
  readonly reminded: readonly (Invoice & { readonly recipients: readonly string[] })[];
  readonly skipped: readonly (Invoice & { readonly reason: 'on_hold' | 'reminded_recently' | 'no_recipient' })[];
};

const path = 'reminders/chase';
const changes = ['documents', 'reminders', 'late-fees', 'records', 'clients'];

/** Reminds everybody who is late, once it was seen who that is. */
export function ChaseAction() {
  const { owed: texts } = words.value.sell;
  return (
    <ActionButton
      label={texts.chase}
      path={path}
      needs="documents:write"
      warning={texts.chaseHint}
      changes={changes}
      done={(answer) => counted(texts.chased, (answer as Partial<Chased>).reminded?.length ?? 0)}
    >
      <WhoIsLate />
    </ActionButton>
  );
}

/** The preview of the service, with the reasons of those who are left out. */
function WhoIsLate() {
  const { owed: texts } = words.value.sell;
  const [plan, setPlan] = useState<Chased>();
  const [problem, setProblem] = useState<Problem>();
  useEffect(() => {
    call<Chased>(`${path}?dry_run=true`, { method: 'POST', body: {}, key: crypto.randomUUID() })
      .then(setPlan)
      .catch((error: unknown) => {
        if (!(error instanceof Refused)) throw error;
        setProblem(error.problem);
      });
  }, []);
  if (problem !== undefined) return <p class="bad">{said(problem)}</p>;
  if (plan === undefined) return null;
  return (
    <>
      <p>{counted(texts.chasing, plan.reminded.length)}</p>
      <ul>
        {plan.reminded.map(({ document_id, recipients, ...invoice }) => (
          <li key={document_id}>
            {told(invoice)} <small class="quiet">{recipients.join(', ')}</small>
          </li>
        ))}
        {plan.skipped.map(({ document_id, reason, ...invoice }) => (
          <li key={document_id} class="quiet">
            {told(invoice)} <small>{texts.leftOut[reason]}</small>
          </li>
        ))}
      </ul>
    </>
  );
}

function told({
  number,
  client_name: client,
  days_overdue: days,
  amount_due: due,
  currency,
}: Omit<Invoice, 'document_id'>) {
  const { owed: texts } = words.value.sell;
  return (
    <>
      {number} · <bdi>{client}</bdi> · {money(due, currency)} · {counted(texts.overdueBy, days)}
    </>
  );
}
