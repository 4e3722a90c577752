import { useAll } from '../../api/cache.ts';
import { Section } from '../../frames/record-page.tsx';
import { ActionButton } from '../../kit/action.tsx';
import type { Field } from '../../kit/form/fields.ts';
import { optionsOf } from '../../kit/form/options.ts';
import { State } from '../../kit/states.tsx';
import { longDay, moment, today } from '../../kit/values.ts';
import { counted, filled, words } from '../../words/index.ts';

type Exception = {
  readonly id: string;
  readonly lock: 'soft' | 'sales' | 'purchases' | 'tax';
  readonly until_date: string | null;
  readonly reason: string;
  readonly status: string;
  readonly expires_at: string;
  readonly entry_count: number;
};

function fieldsOf(): readonly Field[] {
  const t = words.value.books.periods;
  const { soft, sales, purchases, tax } = t.locks;
  const texts = { soft: soft.title, sales: sales.title, purchases: purchases.title, tax: tax.title };
  return [
    { name: 'lock', label: t.whichLock, kind: 'choice', isRequired: true, options: optionsOf(texts) },
    { name: 'until_date', label: t.reopenFrom, kind: 'day', isRequired: true, hint: t.reopenFromHint },
    {
      name: 'member_id',
      label: t.member,
      kind: 'record',
      hint: t.memberHint,
      source: { path: 'team/members', label: 'name', note: 'email' },
    },
    { name: 'expires_on', label: t.expires, kind: 'day', isRequired: true },
    { name: 'reason', label: t.reason, isRequired: true, isWide: true },
  ];
}

/** Members who may post behind a lock for a time: the auditor's correction, without opening the period to all. */
export function LockExceptions() {
  const t = words.value.books.periods;
  const { data } = useAll<Exception>('periods/exceptions');
  return (
    <Section
      title={t.exceptions}
      action={
        <ActionButton
          label={t.addException}
          path="periods/exceptions"
          needs="periods:override"
          fields={fieldsOf()}
          start={{ expires_on: today() }}
          complete={({ expires_on, ...body }) => ({ ...body, expires_at: `${String(expires_on)}T23:59:59Z` })}
          changes={['periods']}
        />
      }
    >
      {data?.length === 0 && <p class="quiet">{t.noExceptions}</p>}
      <ul class="entries">
        {data?.map((one) => (
          <li key={one.id}>
            <span>
              {t.locks[one.lock].title}
              {one.until_date !== null && ` · ${filled(t.reopened, { day: longDay(one.until_date) })}`}
            </span>
            <State of={one.status} />
            <small class="quiet">
              {one.reason} · {filled(t.until, { at: moment(one.expires_at) })} · {counted(t.used, one.entry_count)}
            </small>
            {one.status === 'active' && (
              <ActionButton
                label={t.revoke}
                path={`periods/exceptions/${one.id}/revoke`}
                needs="periods:override"
                changes={['periods']}
              />
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}
