import { useRead } from '../../api/cache.ts';
import { PanelHeading } from '../../frames/panel.tsx';
import { ActionButton } from '../../kit/action.tsx';
import { Facts } from '../../kit/facts.tsx';
import { isNothing, longDay, money } from '../../kit/values.ts';
import { counted, filled, named, words } from '../../words/index.ts';

type Report = {
  readonly through: string;
  readonly currency: string;
  readonly statement_balance: string;
  readonly outstanding_total: string;
  readonly excluded_total: string;
  readonly opening_difference: string;
  readonly ledger_balance: string;
  readonly difference: string;
  readonly open_count: number;
  readonly obstacles: readonly string[];
};
type Kept = { readonly id: string; readonly through: string };

const changes = ['bank-accounts', 'bank-reconciliations', 'bank-lines'];

/** Difference between the books and the latest statement, and the items behind it. */
export function Reconciling({ account }: { readonly account: string }) {
  const w = words.value.reconciling;
  const { data: report } = useRead<Report>(`bank-accounts/${account}/reconciliation`);
  if (report === undefined) return null;
  const { currency, through } = report;
  const unlessNothing = (amount: string) => (isNothing(amount) ? null : money(amount, currency));
  const size = (amount: string) => money(amount.replace('-', ''), currency);
  const amounts: Readonly<Record<string, string>> = {
    opening_difference: size(report.opening_difference),
    difference: size(report.difference),
  };
  return (
    <>
      <PanelHeading>{`${w.title}, ${longDay(through)}`}</PanelHeading>
      <Facts
        of={[
          [w.statement, money(report.statement_balance, currency)],
          [w.outstanding, unlessNothing(report.outstanding_total)],
          [w.excluded, unlessNothing(report.excluded_total)],
          [w.books, money(report.ledger_balance, currency)],
        ]}
      />
      {report.obstacles.map((obstacle) => (
        <p key={obstacle} class="quiet">
          {obstacle === 'open_lines'
            ? counted(w.openLines, report.open_count)
            : filled(named(w.obstacles, obstacle), { amount: amounts[obstacle] ?? '' })}
        </p>
      ))}
      <div class="deeds">
        {report.obstacles.length === 0 && (
          <ActionButton
            label={filled(w.action, { day: longDay(through) })}
            path={`bank-accounts/${account}/reconcile`}
            needs="bank:write"
            body={{ through }}
            warning={w.warning}
            changes={changes}
            done={filled(w.done, { day: longDay(through) })}
          />
        )}
        <Reopening account={account} />
      </div>
    </>
  );
}

function Reopening({ account }: { readonly account: string }) {
  const w = words.value.reconciling;
  const { data } = useRead<{ readonly data: readonly Kept[] }>(
    `bank-reconciliations?bank_account_id=${account}&status=standing&limit=1`,
  );
  const [latest] = data?.data ?? [];
  if (latest === undefined) return null;
  return (
    <ActionButton
      label={`${w.reopen}: ${longDay(latest.through)}`}
      path={`bank-reconciliations/${latest.id}/reopen`}
      needs="bank:write"
      fields={[{ name: 'reason', label: w.reason, isRequired: true, isWide: true, hint: w.reopenHint }]}
      changes={changes}
    />
  );
}
