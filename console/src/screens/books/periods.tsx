import { useRead } from '../../api/cache.ts';
import { Section } from '../../frames/record-page.tsx';
import { ActionButton } from '../../kit/action.tsx';
import { Trouble, Waiting } from '../../kit/states.tsx';
import { longDay, moment } from '../../kit/values.ts';
import { filled, words } from '../../words/index.ts';
import { LockExceptions } from './lock-exceptions.tsx';
import { stampName, type Stamp } from '../../words/stamp-name.ts';

const locks = ['soft', 'sales', 'purchases', 'tax', 'hard'] as const;
type Lock = {
  readonly through: string;
  readonly reason: string | null;
  readonly changed_at: string;
  readonly changed_by: Stamp;
};
type Locks = { readonly [Name in (typeof locks)[number]]: Lock | null } & {
  readonly open_from: string | null;
  readonly version: number;
};

/** Until which day the books are closed, for what, and who is let in all the same. */
export function Periods() {
  const t = words.value.books.periods;
  const { data, problem } = useRead<Locks>('periods');
  return (
    <div class="page narrow">
      <header class="top">
        <h1 tabIndex={-1}>{t.title}</h1>
      </header>
      {data === undefined ? (
        problem ? (
          <Trouble problem={problem} />
        ) : (
          <Waiting lines={8} />
        )
      ) : (
        <>
          <p>{data.open_from === null ? t.allOpen : filled(t.openFrom, { day: longDay(data.open_from) })}</p>
          {locks.map((name) => (
            <One key={name} name={name} lock={data[name]} version={data.version} />
          ))}
          <LockExceptions />
        </>
      )}
    </div>
  );
}

type One = { readonly name: (typeof locks)[number]; readonly lock: Lock | null; readonly version: number };

function One({ name, lock, version }: One) {
  const t = words.value.books.periods;
  const shared = { path: 'periods', method: 'PATCH', needs: 'periods:lock', changes: ['periods'] } as const;
  return (
    <Section
      title={t.locks[name].title}
      action={
        <span class="deeds">
          <ActionButton
            {...shared}
            label={t.lock}
            {...(name === 'hard' && { warning: t.hardWarning, isDangerous: true })}
            fields={[
              { name, label: t.through, kind: 'day', isRequired: true, hint: t.throughHint },
              { name: 'reason', label: t.reason, isWide: true },
            ]}
            start={{ [name]: lock?.through }}
            body={{ version, [name]: lock?.through }}
          />
          {lock !== null && name !== 'hard' && (
            <ActionButton
              {...shared}
              label={t.unlock}
              warning={t.unlockHint}
              fields={[{ name: 'reason', label: t.reason, isRequired: true, isWide: true }]}
              body={{ version, [name]: null }}
            />
          )}
        </span>
      }
    >
      <p class="quiet">{t.locks[name].hint}</p>
      <p>
        {lock === null
          ? t.open
          : filled(t.closed, {
              day: longDay(lock.through),
              who: stampName(lock.changed_by),
              at: moment(lock.changed_at),
            })}
      </p>
      {lock?.reason && <p class="quiet">{lock.reason}</p>}
    </Section>
  );
}
