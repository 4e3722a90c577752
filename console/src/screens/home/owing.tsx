import type { Dashboard } from '../../api/types.ts';
import { Empty, Waiting } from '../../kit/states.tsx';
import { money } from '../../kit/values.ts';
import { words } from '../../words/index.ts';

const buckets = ['current', 'days_1_30', 'days_31_60', 'days_61_90', 'over_90_days'] as const;
export function Owing({ rows }: { readonly rows: Dashboard['owing'] | undefined }) {
  const w = words.value;
  return (
    <section class="card">
      <h2>{w.owesTitle}</h2>
      <a class="all" href="/owed">
        {w.viewAll}
      </a>
      {rows === undefined ? (
        <Waiting lines={5} />
      ) : rows.length === 0 ? (
        <Empty title={w.noneOwes} />
      ) : (
        <ul class="owing">
          {rows.map(({ client_id, client, total, ages }) => (
            <li key={client}>
              <a href={client_id === null ? '/owed' : `/owed?open=${client_id}`}>
                <span>{client_id === null ? w.othersOwing : client}</span>
                <b class="figure">{money(total)}</b>
                <span
                  class="ages"
                  role="img"
                  aria-label={buckets
                    .filter((age) => Number(ages[age]) > 0)
                    .map((age) => `${w.ages[age]}: ${money(ages[age])}`)
                    .join(', ')}
                >
                  {buckets.map(
                    (age) =>
                      Number(ages[age]) > 0 && (
                        <i
                          key={age}
                          class={age}
                          style={{ flexGrow: Number(ages[age]) / Number(total) }}
                          title={`${w.ages[age]} ${money(ages[age])}`}
                        />
                      ),
                  )}
                </span>
              </a>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
