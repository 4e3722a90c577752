import { useState } from 'preact/hooks';
import { useAll, useRead } from '../../api/cache.ts';
import { query } from '../../app/router.ts';
import { CreateScreen } from '../../frames/form-screen.tsx';
import { bodyOf } from '../../kit/form/body.ts';
import { type Values } from '../../kit/form/fields.ts';
import { Waiting } from '../../kit/states.tsx';
import { filled, words } from '../../words/index.ts';
import { type Banks, banksPath, completeRule, ruleChanges, ruleFields, wholeRule } from './rule-fields.ts';
import { RulePreview } from './rule-preview.tsx';

type Proposal = {
  readonly decisions: number;
  readonly line_ids: readonly string[];
  readonly rule: { readonly name: string };
};
type Line = {
  readonly amount: string;
  readonly counterparty_name: string | null;
  readonly counterparty_account: string | null;
  readonly bank_account_id: string;
  readonly text: string;
  readonly matches: readonly { readonly entry_id: string }[];
};
type Entry = { readonly lines: readonly { readonly account_id: string }[] };

/** A new bank rule: empty, from a proposal, or from a line that was recorded. */
export function NewRule() {
  const line = query.value.get('line');
  const { data: proposals } = useRead<{ readonly data: readonly Proposal[] }>('bank-rules/proposals');
  if (proposals === undefined) return <Waiting />;
  const proposed = proposals.data.find(({ line_ids: ids }) => line !== null && ids.includes(line));
  if (line !== null && proposed === undefined) return <FromLine key={line} id={line} />;
  return <RuleForm key={line ?? ''} start={proposed?.rule ?? {}} proposals={proposals.data} />;
}

/** What a line says of itself, and the accounts that it was recorded on. */
function FromLine({ id }: { readonly id: string }) {
  const { data: line } = useRead<Line>(`bank-lines/${id}`);
  const entry = line?.matches[0]?.entry_id;
  const { data: posted } = useRead<Entry>(entry === undefined ? undefined : `journal-entries/${entry}`);
  const bank = useRead<{ readonly account_id: string }>(line && `bank-accounts/${line.bank_account_id}`).data;
  if (line === undefined || bank === undefined || (entry !== undefined && posted === undefined)) return <Waiting />;
  const others = posted?.lines.flatMap(({ account_id: account }) => (account === bank.account_id ? [] : account)) ?? [];
  const { counterparty_account: account, counterparty_name: name, text } = line;
  const start = {
    name: (name ?? text).slice(0, 100),
    conditions: {
      direction: line.amount.startsWith('-') ? 'out' : 'in',
      counterparty_account: account,
      counterparty_name: account === null ? name : null,
      words_all: account === null && name === null ? (text.match(/\p{L}{3,}/gu) ?? []).slice(0, 3) : [],
    },
    targets: others.slice(0, 1).map((other) => ({ account_id: other })),
  };
  return <RuleForm start={start} proposals={[]} />;
}

type RuleForm = { readonly start: object; readonly proposals: readonly Proposal[] };

function RuleForm({ start, proposals }: RuleForm) {
  const { rules: w, bankRules } = words.value;
  const banks = useAll<Banks[number]>(banksPath);
  const fields = ruleFields(banks.rows);
  const [values, setValues] = useState<Values>();
  return (
    <CreateScreen
      title={w.create}
      path="bank-rules"
      fields={fields}
      start={{ mode: 'suggest', targets: [{}], ...start }}
      back={{ href: '/bank/rules', label: bankRules }}
      to={({ id }) => `/bank/rules?open=${id}`}
      changes={ruleChanges}
      complete={completeRule}
      onValues={setValues}
    >
      <h2>{w.preview}</h2>
      {values && <RulePreview body={wholeRule(completeRule(bodyOf(fields, values)))} />}
      {proposals.length > 0 && (
        <section>
          <h2>{w.proposals}</h2>
          <p class="quiet">{w.proposalsHint}</p>
          <ul class="entries">
            {proposals.map(({ rule, decisions, line_ids: [line] }) => (
              <li key={line}>
                <a href={`/bank/rules/new?line=${line}`}>
                  <bdi>{rule.name}</bdi>
                </a>
                <small class="quiet">{filled(w.decisions, { n: decisions })}</small>
              </li>
            ))}
          </ul>
        </section>
      )}
    </CreateScreen>
  );
}
