import { homeOf } from '../../app/homes.ts';
import { counted, words } from '../../words/index.ts';
import type { Check, VatReturn } from './vat.ts';

/** Pages that a check leads to, where it names no records. */
function placesOf(one: VatReturn, { code, codes }: Check): readonly (readonly [href: string, label: string])[] {
  const { vatReturns: w, sales, expenses, vat, setup } = words.value;
  const lines = `/vat-lines?return_id=${one.id}`;
  const days = `from=${one.period_from}&until=${one.period_to}`;
  const places: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
    earlier_period_open: [['/vat?view=to-do', vat]],
    unboxed: codes.map((tax) => [`${lines}&code=${tax}`, tax]),
    basis_changed: [['/settings/vat', setup.parts.vat.title]],
    drafts: [
      [`/sales?view=draft&${days}`, sales],
      [`/expenses?view=draft&${days}`, expenses],
    ],
    late: [[`${lines}&is_late=true`, w.show]],
    rounding: [[lines, w.show]],
  };
  return places[code] ?? [];
}

/** Problems that block filing and warnings to look at first, each with a link. */
export function ReturnChecks({ of: one }: { readonly of: VatReturn }) {
  const w = words.value.vatReturns;
  if (one.status !== 'draft') return null;
  if (one.checks.length === 0) return <p class="notice">{w.ready}</p>;
  const isBlocked = one.checks.some(({ severity }) => severity === 'error');
  return (
    <section class={isBlocked ? 'notice bad' : 'notice'} aria-label={isBlocked ? w.notReady : w.lookAt}>
      <p>
        <b>{isBlocked ? w.notReady : w.lookAt}</b>
      </p>
      <ul>
        {one.checks.map((check) => (
          <li key={check.code}>
            {textOf(check)}{' '}
            {placesOf(one, check).map(([href, label]) => (
              <a key={href} href={href}>
                {label}{' '}
              </a>
            ))}
            {check.records.map(({ id, number, name }) => (
              <a key={id} href={homeOf(id) ?? '/'}>
                {[number, name].filter(Boolean).join(' ')}{' '}
              </a>
            ))}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** In the reader's language; a check that is newer than this console, as the service says it. */
function textOf({ code, count, message }: Check): string {
  const texts: Readonly<Record<string, string>> = words.value.vatReturns.checks;
  const text = texts[code];
  return text === undefined ? message : counted(text, count);
}
