import { useRead } from '../../api/cache.ts';
import { homeOf } from '../../app/homes.ts';
import { useMay } from '../../app/me.ts';
import { PanelHeading } from '../../frames/panel.tsx';
import { ActionButton } from '../../kit/action.tsx';
import { money } from '../../kit/values.ts';
import { filled, named, words } from '../../words/index.ts';
import {
  type Adjustment,
  bodyOfSuggestion,
  bodyOfTarget,
  evidenceText,
  feeText,
  type Match,
  matchChanges,
  type Suggestion,
  targetFields,
  targetTitle,
} from './matching.ts';

export type MatchableLine = {
  readonly id: string;
  readonly amount: string;
  readonly text: string;
  readonly currency: string;
  readonly booking: string;
  readonly is_interim: boolean;
  readonly state: string;
  readonly match_state: string;
  readonly exclusion_reason: string | null;
  readonly matches: readonly Match[];
  readonly adjustments: readonly Adjustment[];
};

/** Match of a bank line, or its candidates. */
export function MatchLine({ line }: { readonly line: MatchableLine }) {
  const w = words.value.matching;
  if (line.match_state === 'matched') return <Matched line={line} />;
  if (line.match_state === 'excluded') {
    return (
      <>
        <PanelHeading>{w.excluded}</PanelHeading>
        <p>{line.exclusion_reason}</p>
        <div class="deeds">
          <ActionButton
            label={w.restore}
            path={`bank-lines/${line.id}/restore`}
            needs="bank:write"
            changes={matchChanges}
          />
        </div>
      </>
    );
  }
  const isFinal = line.state === 'open' && line.booking === 'booked' && !line.is_interim;
  return isFinal ? <Suggested line={line} /> : <p class="quiet">{w.notYet}</p>;
}

function Matched({ line }: { readonly line: MatchableLine }) {
  const { matching: w, rules } = words.value;
  const may = useMay();
  return (
    <>
      <PanelHeading>{w.inBooks}</PanelHeading>
      <ul class="entries">
        {line.matches.map((match) => (
          <li key={match.id}>
            <a href={homeOf(match.record_id) ?? `/journal?open=${match.entry_id}`}>
              <bdi>{match.memo}</bdi>
            </a>
            <span class="figure">{money(match.amount, line.currency)}</span>
            <small class="quiet">
              {match.entry_number}
              {match.rule !== null && (
                <>
                  {' · '}
                  <a href={`/bank/rules?open=${match.rule.id}`}>{filled(rules.byRule, { name: match.rule.name })}</a>
                </>
              )}
            </small>
          </li>
        ))}
        {line.adjustments.map(({ kind, sale_id: sale, amount }) => (
          <li key={`${kind} ${sale}`}>
            <a href={homeOf(sale) ?? '/sales'}>{named(w.adjustments, kind)}</a>
            <span class="figure">{money(amount, line.currency)}</span>
          </li>
        ))}
      </ul>
      <div class="deeds">
        <ActionButton
          label={w.unmatch}
          path={`bank-lines/${line.id}/unmatch`}
          needs="bank:write"
          warning={w.unmatchHint}
          changes={matchChanges}
        />
        {may('bank:write') && line.matches.every(({ rule }) => rule === null) && (
          <a class="button" href={`/bank/rules/new?line=${line.id}`}>
            {rules.makeRule}
          </a>
        )}
      </div>
    </>
  );
}

function Suggested({ line }: { readonly line: MatchableLine }) {
  const w = words.value.matching;
  const may = useMay()('bank:write');
  const { data } = useRead<{ readonly data: readonly Suggestion[] }>(
    may ? `bank-lines/${line.id}/suggestions` : undefined,
  );
  if (!may) return null;
  return (
    <>
      <PanelHeading>{w.suggestions}</PanelHeading>
      {data?.data.length === 0 && <p class="quiet">{w.none}</p>}
      {data?.data.map((suggestion, index) => (
        <Suggestion key={index} of={suggestion} line={line} isFirst={index === 0} />
      ))}
      <div class="deeds">
        <ActionButton
          label={w.other}
          path={`bank-lines/${line.id}/match`}
          needs="bank:write"
          fields={targetFields(!line.amount.startsWith('-'))}
          start={{ memo: line.text }}
          complete={bodyOfTarget}
          changes={matchChanges}
          undo={{ path: `bank-lines/${line.id}/unmatch` }}
          letter="o"
        />
        <ActionButton
          label={w.exclude}
          path={`bank-lines/${line.id}/exclude`}
          needs="bank:write"
          fields={[{ name: 'reason', label: w.reason, isRequired: true, isWide: true, hint: w.excludeHint }]}
          changes={matchChanges}
          undo={{ path: `bank-lines/${line.id}/restore` }}
        />
      </div>
    </>
  );
}

type Suggesting = { readonly of: Suggestion; readonly line: MatchableLine; readonly isFirst: boolean };

function Suggestion({ of, line, isFirst }: Suggesting) {
  const w = words.value.matching;
  const fee = feeText(of, line.currency);
  return (
    <section class="suggestion">
      <ul class="entries">
        {of.targets.map((target, index) => (
          <li key={index}>
            <span>
              {targetTitle(target)} <bdi>{target.name}</bdi>
            </span>
            <span class="figure">{money(target.amount, line.currency)}</span>
          </li>
        ))}
      </ul>
      {fee !== undefined && <p>{fee}</p>}
      <p class="quiet">{evidenceText(of)}</p>
      <ActionButton
        label={w.match}
        path={`bank-lines/${line.id}/match`}
        needs="bank:write"
        body={bodyOfSuggestion(of)}
        changes={matchChanges}
        undo={{ path: `bank-lines/${line.id}/unmatch` }}
        isPrimary={isFirst}
        {...(isFirst && { letter: 'm' })}
      />
    </section>
  );
}
