import type { ComponentChildren } from 'preact';
import type { Problem } from '../api/call.ts';
import { named, words } from '../words/index.ts';
import { said } from './said.ts';
import { WayOut } from './way-out.tsx';

/** A state in a word, a colour and a shape: never by colour alone. */
const tones: Readonly<Record<string, string>> = {
  paid: 'good',
  completed: 'good',
  accepted: 'good',
  overdue: 'bad',
  draft: 'calm',
  applied: 'good',
  received: 'good',
  succeeded: 'good',
  enabled: 'good',
  active: 'good',
  in_use: 'good',
  posted: 'good',
  kept: 'good',
  published: 'good',
  approved: 'good',
  verified: 'good',
  missing: 'bad',
  broken: 'bad',
  suspended: 'bad',
  rejected: 'off',
  reversed: 'off',
  removed: 'off',
  revoked: 'off',
  expired: 'off',
  failed: 'bad',
  exhausted: 'bad',
  auto_disabled: 'bad',
  out: 'bad',
  disabled: 'calm',
  archived: 'calm',
  cancelled: 'off',
  discarded: 'off',
  voided: 'off',
  refunded: 'off',
  written_off: 'off',
};
export function State({ of }: { readonly of: string }) {
  return <span class={`state ${tones[of] ?? 'open'}`}>{named(words.value.states, of)}</span>;
}

/** A file of the console could not be fetched: the service was updated, or there is no network. */
export function Unfetched() {
  const problem = { status: 0, code: 'offline', title: words.value.offline };
  return <Trouble problem={problem} again={() => location.reload()} />;
}

export function Trouble({ problem, again }: { readonly problem: Problem; readonly again?: () => void }) {
  const w = words.value;
  const text = { 0: w.offline, 403: w.forbidden, 404: w.gone }[problem.status] ?? said(problem);
  return (
    <div class="empty" role="alert">
      <p>
        <b>{[0, 403, 404].includes(problem.status) ? '' : w.failed}</b> {text} <WayOut code={problem.code} />
      </p>
      {again && problem.status !== 403 && problem.status !== 404 && (
        <button type="button" onClick={again}>
          {w.again}
        </button>
      )}
    </div>
  );
}

export function Empty({
  title,
  hint,
  children,
}: {
  readonly title: string;
  readonly hint?: string;
  readonly children?: ComponentChildren;
}) {
  return (
    <div class="empty">
      <p>
        <b>{title}</b>
      </p>
      {hint && <p class="quiet">{hint}</p>}
      {children}
    </div>
  );
}

/** Grey where figures will stand, as high as they will be: nothing moves when they come. */
export function Waiting({ lines = 3 }: { readonly lines?: number }) {
  return (
    <div class="waiting" aria-hidden="true">
      {Array.from({ length: lines }, (_, at) => (
        <i key={at} />
      ))}
    </div>
  );
}
