import { useAll } from '../../api/cache.ts';
import { PanelHeading } from '../../frames/panel.tsx';
import { RecordList } from '../../frames/record-list.tsx';
import { ActionButton } from '../../kit/action.tsx';
import { State } from '../../kit/states.tsx';
import { money } from '../../kit/values.ts';
import { named, words } from '../../words/index.ts';
import { type Banks, banksPath, changedRule, type Rule, ruleChanges, ruleFields } from './rule-fields.ts';
import { RulePreview } from './rule-preview.tsx';

/** Rules for lines of banks, in their order. */
export function BankRules() {
  const { rules: w, banking, bankRules, list } = words.value;
  const banks = useAll<Banks[number]>(banksPath).rows;
  return (
    <RecordList<Rule>
      title={bankRules}
      list={{ path: 'bank-rules', fields: 'name,mode,position,lines_booked,conditions,status', sort: 'position' }}
      views={[
        { name: 'active', title: list.active, query: 'status=active' },
        { name: 'archived', title: list.archived, query: 'status=archived' },
      ]}
      empty={{ title: w.empty, hint: w.emptyHint }}
      actions={
        <a class="button primary" href="/bank/rules/new">
          {w.create}
        </a>
      }
      columns={[
        { key: 'position', title: w.order, width: '5rem', isFigure: true, cell: ({ position }) => position },
        {
          key: 'name',
          title: w.name,
          width: 'minmax(8rem, 1fr)',
          phone: 'lead',
          cell: ({ name }) => <bdi>{name}</bdi>,
        },
        {
          key: 'conditions',
          title: w.conditions,
          width: 'minmax(8rem, 2fr)',
          isExtra: true,
          cell: ({ conditions }) => <bdi>{conditionsText(conditions, banks)}</bdi>,
        },
        { key: 'mode', title: w.mode, width: '9rem', phone: 'note', cell: ({ mode }) => named(w.modes, mode) },
        {
          key: 'booked',
          title: w.booked,
          width: '7rem',
          isFigure: true,
          phone: 'amount',
          cell: (one) => one.lines_booked,
        },
      ]}
      kind={{
        path: (id) => `bank-rules/${id}`,
        changes: ruleChanges,
        name: ({ name }) => name,
        eyebrow: ({ mode }) => named(w.modes, mode),
        facts: (one) => [
          [banking.status, <State key="state" of={one.status} />],
          [w.conditions, conditionsText(one.conditions, banks)],
          [w.booked, String(one.lines_booked)],
          [w.memo, one.memo],
        ],
        edit: { needs: 'bank:write', fields: () => ruleFields(banks), complete: changedRule },
        actions: (one) => one.status === 'active' && <Order of={one} />,
        archive: {
          needs: 'bank:write',
          path: (id) => `bank-rules/${id}/archive`,
          restore: (id) => `bank-rules/${id}/restore`,
        },
        below: (one) => (
          <>
            <PanelHeading>{w.preview}</PanelHeading>
            <RulePreview body={{ rule_id: one.id }} />
          </>
        ),
      }}
    />
  );
}

function conditionsText(of: Rule['conditions'], banks: Banks): string {
  const { directions } = words.value.rules;
  const amounts = [of.amount_min, of.amount_max].map((one) => one && money(one, of.currency ?? ''));
  const own = banks.filter(({ id }) => of.bank_account_ids.includes(id)).map(({ name }) => name);
  return [
    own.join(' / '),
    of.direction && named(directions, of.direction),
    of.counterparty_name,
    of.counterparty_account,
    of.words_all.join(' + '),
    of.words_any.join(' / '),
    amounts.some(Boolean) && amounts.map((one) => one ?? '…').join(' – '),
    !amounts.some(Boolean) && of.currency,
  ]
    .filter(Boolean)
    .join(' · ');
}

/** Moves a rule past its neighbour. */
function Order({ of }: { readonly of: Rule }) {
  const w = words.value.rules;
  const { rows } = useAll<{ readonly id: string }>('bank-rules?status=active&sort=position&fields=position');
  const ids = rows.map(({ id }) => id);
  const place = ids.indexOf(of.id);
  if (place === -1) return null;
  const moved = (to: number) => ids.toSpliced(place, 1).toSpliced(to, 0, of.id);
  const button = (label: string, to: number) =>
    to >= 0 &&
    to < ids.length && (
      <ActionButton
        label={label}
        path="bank-rules/reorder"
        body={{ ids: moved(to) }}
        needs="bank:write"
        changes={ruleChanges}
      />
    );
  return (
    <>
      {button(w.up, place - 1)}
      {button(w.down, place + 1)}
    </>
  );
}
