import { useAsked } from '../../kit/asked.ts';
import { said } from '../../kit/said.ts';
import { listDay, money } from '../../kit/values.ts';
import { filled, words } from '../../words/index.ts';

type Hit = {
  readonly line_id: string;
  readonly booking_date: string;
  readonly currency: string;
  readonly amount: string;
  readonly counterparty_name: string | null;
  readonly text: string;
  readonly targets: readonly {
    readonly number: string | null;
    readonly name: string | null;
    readonly amount: string;
  }[];
  readonly earlier_rule: { readonly name: string } | null;
  readonly would_apply: boolean;
};
type Answer = { readonly looked_at: number; readonly fitting: number; readonly data: readonly Hit[] };

const typingMs = 400;

/** The last lines that a rule fits, as it is typed or saved, and what it would record. Undefined is incomplete. */
export function RulePreview({ body }: { readonly body: object | undefined }) {
  const w = words.value.rules;
  const { of: answer, problem } = useAsked<Answer>('bank-rules/preview', body, typingMs);
  return (
    <section aria-live="polite">
      {body === undefined ? (
        <p class="quiet">{w.previewTooLittle}</p>
      ) : (
        problem && <p class="quiet">{problem.errors?.[0]?.message ?? said(problem)}</p>
      )}
      {body !== undefined && problem === undefined && answer && (
        <>
          <p class="quiet">
            {answer.fitting === 0 ? w.previewNone : filled(w.fitting, { n: answer.fitting, of: answer.looked_at })}
          </p>
          <ul class="entries">
            {answer.data.map((hit) => (
              <HitRow key={hit.line_id} of={hit} />
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

function HitRow({ of }: { readonly of: Hit }) {
  const w = words.value.rules;
  const parts = of.targets.map(({ number, name, amount }) =>
    [number, name, of.targets.length > 1 && money(amount, of.currency)].filter(Boolean).join(' '),
  );
  const state = of.would_apply
    ? w.wouldApply
    : of.earlier_rule === null
      ? w.notTouched
      : filled(w.wins, { name: of.earlier_rule.name });
  return (
    <li>
      <a href={`/bank/lines?open=${of.line_id}`}>
        {listDay(of.booking_date)} <bdi>{of.counterparty_name ?? of.text}</bdi>
      </a>
      <span class="figure">{money(of.amount, of.currency)}</span>
      <small class="quiet">
        → <bdi>{parts.join(' · ')}</bdi> · {state}
      </small>
    </li>
  );
}
