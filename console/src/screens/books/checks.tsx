import { useRead } from '../../api/cache.ts';
import { ActionButton } from '../../kit/action.tsx';
import { State, Trouble, Waiting } from '../../kit/states.tsx';
import { figure, moment } from '../../kit/values.ts';
import { filled, words } from '../../words/index.ts';
import { checkPromise, useApiNames } from '../../words/api-names.ts';

type Check = {
  readonly name: string;
  readonly promise: string;
  readonly ok: boolean;
  readonly checked: number;
  readonly wrong: number;
  readonly found: readonly string[];
};
type Outcome = { readonly ok: boolean; readonly checked_at: string; readonly checks: readonly Check[] };

/** Invariants of the books, checked against every entry. */
export function Checks() {
  const isNamed = useApiNames();
  const t = words.value.books.checks;
  const { data, problem } = useRead<{ readonly outcome: Outcome | null }>('organization/checks/last');
  const outcome = data?.outcome;
  return (
    <div class="page narrow">
      <header class="top">
        <h1 tabIndex={-1}>{t.title}</h1>
        <ActionButton
          label={t.run}
          path="organization/checks"
          needs="ledger:manage"
          changes={['organization/checks']}
          isPrimary
          letter="n"
        />
      </header>
      <p class="quiet">{t.hint}</p>
      {(data === undefined || !isNamed) && (problem ? <Trouble problem={problem} /> : <Waiting lines={12} />)}
      {outcome === null && <p class="empty">{t.never}</p>}
      {outcome && isNamed && (
        <>
          <p class={outcome.ok ? 'notice' : 'notice bad'} role="status">
            {filled(outcome.ok ? t.sound : t.unsound, { at: moment(outcome.checked_at) })}
          </p>
          <ul class="entries">
            {outcome.checks.map((check) => (
              <One key={check.name} check={check} />
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

function One({ check: { name, promise, ok, checked, wrong, found } }: { readonly check: Check }) {
  const t = words.value.books.checks;
  const count = ok ? filled(t.checked, { n: figure(String(checked)) }) : filled(t.wrong, { n: figure(String(wrong)) });
  return (
    <li>
      <span>{checkPromise(name, promise)}</span>
      <State of={ok ? 'kept' : 'broken'} />
      <small class="quiet">{[count, ...found].join(' · ')}</small>
    </li>
  );
}
