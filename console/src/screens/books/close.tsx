import { useRead } from '../../api/cache.ts';
import { goWith, query } from '../../app/router.ts';
import { ActionButton } from '../../kit/action.tsx';
import { optionsOf } from '../../kit/form/options.ts';
import { Trouble, Waiting } from '../../kit/states.tsx';
import { moment } from '../../kit/values.ts';
import { filled, named, words } from '../../words/index.ts';

type Item = { readonly name: string; readonly open: number };
type Checklist = {
  readonly through: string;
  readonly is_closed: boolean;
  readonly is_ready: boolean;
  readonly items: readonly Item[];
  readonly checks: {
    readonly ok: boolean | null;
    readonly checked_at: string | null;
    readonly failed: readonly string[];
  };
};

/** Page on which each kind of open work is done. */
const places: Readonly<Record<string, string>> = {
  bank_lines_unmatched: '/bank/lines',
  draft_sales: '/sales',
  unposted_expenses: '/expenses',
  draft_journal_entries: '/journal',
  suspense_not_empty: '/reports/general-ledger',
  dimensions_missing: '/reports/profit-by-dimension',
  schedules_due: '/schedules',
  depreciation_due: '/assets',
  revaluation_missing: '/revaluations',
  vat_return_not_filed: '/vat',
};

/** Open work before a month is closed, and closing it. */
export function Close() {
  const w = words.value.monthEnd;
  const asked = query.value.get('through');
  const { data, problem } = useRead<Checklist>(asked ? `periods/checklist?through=${asked}` : 'periods/checklist');
  return (
    <div class="page narrow">
      <header class="top">
        <h1 tabIndex={-1}>{words.value.closing}</h1>
        <span class="deeds">
          <button type="button" onClick={() => print()}>
            {w.print}
          </button>
          {data && <CloseButton of={data} />}
        </span>
      </header>
      <p class="quiet">{w.hint}</p>
      {data === undefined ? problem ? <Trouble problem={problem} /> : <Waiting lines={10} /> : <Found of={data} />}
    </div>
  );
}

function Found({ of: { through, is_closed: isClosed, is_ready: isReady, items, checks } }: { readonly of: Checklist }) {
  const w = words.value.monthEnd;
  return (
    <>
      <p>
        <label>
          {w.through}{' '}
          <input
            type="date"
            value={through}
            onChange={({ currentTarget }) => goWith({ through: currentTarget.value || undefined })}
          />
        </label>
      </p>
      <p class={isReady ? 'notice' : 'notice bad'} role="status">
        {isClosed ? w.closed : isReady ? w.ready : w.notReady}
      </p>
      <table class="lines">
        <caption class="unseen">{w.hint}</caption>
        <tbody>
          {items.map(({ name, open }) => (
            <tr key={name}>
              <td>
                {open > 0 && places[name] !== undefined ? (
                  <a href={places[name]}>{named(w.items, name)}</a>
                ) : (
                  named(w.items, name)
                )}
              </td>
              <td class="figure">{open === 0 ? '✓' : open}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p class="notice">
        <a href="/checks">{checksText(checks)}</a>
      </p>
    </>
  );
}

function checksText({ ok, checked_at: at, failed }: Checklist['checks']): string {
  const w = words.value.monthEnd;
  if (ok === null || at === null) return w.never;
  return ok ? filled(w.checked, { at: moment(at) }) : filled(w.failed, { names: failed.join(', ') });
}

function CloseButton({ of: { through, items } }: { readonly of: Checklist }) {
  const w = words.value.monthEnd;
  const options = items
    .filter(({ open }) => open > 0)
    .map(({ name, open }) => ({ value: name, label: `${named(w.items, name)}: ${open}` }));
  const accept = { name: 'accept', label: w.accept, kind: 'many', options, isWide: true } as const;
  return (
    <ActionButton
      label={w.close}
      path="periods/close"
      needs="periods:lock"
      warning={w.closeHint}
      fields={[
        { name: 'lock', label: w.lock, kind: 'choice', options: optionsOf(w.locks), isRequired: true },
        ...(options.length === 0 ? [] : [accept]),
        { name: 'reason', label: w.reason, isWide: true },
      ]}
      start={{ lock: 'soft' }}
      body={{ through }}
      changes={['periods']}
      isPrimary
    />
  );
}
