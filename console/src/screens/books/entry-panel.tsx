import { useRead } from '../../api/cache.ts';
import { homeOf } from '../../app/homes.ts';
import { goWith } from '../../app/router.ts';
import { EditButton } from '../../frames/edit-button.tsx';
import { Panel } from '../../frames/panel.tsx';
import { ActionButton } from '../../kit/action.tsx';
import { Download } from '../../kit/download.tsx';
import { Facts } from '../../kit/facts.tsx';
import { State } from '../../kit/states.tsx';
import { say } from '../../kit/toast.tsx';
import { ValueNames } from '../../kit/value-names.tsx';
import { longDay, moment, money, today } from '../../kit/values.ts';
import { named, words } from '../../words/index.ts';
import { entryFields } from './entry-fields.ts';
import type { Entry } from './entry.ts';
import { ReassignAction } from './reassign-action.tsx';
import { stampName } from '../../words/stamp-name.ts';

const needs = 'ledger:write';
const changes = ['journal-entries', 'reports', 'records'];

/** One entry, from which one goes on to the sale, payment or bill that it was made of. */
export function EntryPanel({ id }: { readonly id: string }) {
  const t = words.value.books;
  const { data: entry, problem } = useRead<Entry>(`journal-entries/${id}`);
  const source = homeOf(entry?.source?.id ?? null);
  return (
    <Panel
      eyebrow={entry?.number ?? words.value.states.draft}
      title={entry?.memo ?? ''}
      isLoaded={entry !== undefined}
      problem={problem}
      actions={entry && <EntryActions entry={entry} />}
    >
      {entry && (
        <>
          <p class="amount">
            {money(entry.total, entry.currency)} <State of={entry.status} />
          </p>
          <Facts
            of={[
              [t.columns.date, longDay(entry.entry_date)],
              [t.kind, named(t.kinds, entry.kind)],
              [t.source, source && <a href={source}>{named(t.sources, entry.source?.type ?? '')}</a>],
              [t.paper, entry.paper && <PaperLink entry={entry} />],
              [t.party, entry.paper?.party_name],
              [words.value.spending.theirNumber, entry.paper?.supplier_number],
              [t.postedBy, entry.posted_at && `${stampName(entry.created_by)}, ${moment(entry.posted_at)}`],
              [t.reverses, entry.reverses_id && <a href={`/journal?open=${entry.reverses_id}`}>{t.openEntry}</a>],
              [
                t.reversedBy,
                entry.reversed_by_id && <a href={`/journal?open=${entry.reversed_by_id}`}>{t.openEntry}</a>,
              ],
            ]}
          />
          <Lines entry={entry} />
        </>
      )}
    </Panel>
  );
}

/** The issued document or the scan, in one step; else the number alone. */
function PaperLink({ entry }: { readonly entry: Entry }) {
  const number = entry.paper?.document_number ?? '';
  const home = homeOf(entry.paper?.document_id ?? null);
  if (home !== undefined) return <a href={home}>{number}</a>;
  if (!entry.paper?.file_id) return number;
  return (
    <Download path={`files/${entry.paper.file_id}/content`} name={number} onFault={(text) => say(text)}>
      {number}
    </Download>
  );
}

function Lines({ entry: { lines, currency } }: { readonly entry: Entry }) {
  const t = words.value.books;
  return (
    <table class="lines">
      <caption class="unseen">{t.lines}</caption>
      <thead>
        <tr>
          <th scope="col">{t.columns.account}</th>
          <th scope="col" class="figure">
            {t.columns.debit}
          </th>
          <th scope="col" class="figure">
            {t.columns.creditSide}
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ position, account_id, account_code, account_name, side, amount, memo, ...line }) => (
          <tr key={position}>
            <td>
              <a href={`/reports/general-ledger?account_id=${account_id}`}>
                {account_code} {account_name}
              </a>
              {memo && <small class="quiet">{memo}</small>}
              {line.tax_code && <small class="quiet">{line.tax_code}</small>}
              <ValueNames ids={line.dimension_value_ids} />
            </td>
            <td class="figure">{side === 'debit' && money(amount, currency)}</td>
            <td class="figure">{side === 'credit' && money(amount, currency)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function EntryActions({ entry }: { readonly entry: Entry }) {
  const w = words.value;
  const t = w.books;
  const { id, status, version } = entry;
  if (status === 'draft')
    return (
      <>
        <ActionButton
          label={t.post}
          path={`journal-entries/${id}/post`}
          needs={needs}
          body={{ version }}
          changes={changes}
          isPrimary
          letter="p"
        />
        <EditButton path={`journal-entries/${id}`} needs={needs} fields={entryFields().slice(0, 2)} changes={changes} />
        <ActionButton
          label={w.form.delete}
          path={`journal-entries/${id}`}
          method="DELETE"
          needs={needs}
          warning={t.deleteDraft}
          changes={changes}
          isDangerous
          onDone={() => goWith({ open: undefined })}
        />
      </>
    );
  // Entries of a sale or payment are reversed there, or the two would differ.
  if (status !== 'posted' || !['manual', 'opening'].includes(entry.kind)) return null;
  const lines = entry.lines.map((line) => ({
    name: `${line.account_code} ${line.account_name}`,
    ids: line.reassigned_value_ids ?? line.dimension_value_ids,
  }));
  return (
    <>
      <ReassignAction of={{ entry_id: id }} lines={lines} changes={changes} />
      <ActionButton
        label={t.reverse}
        path={`journal-entries/${id}/reverse`}
        needs={needs}
        warning={t.reverseHint}
        fields={[
          { name: 'date', label: t.columns.date, kind: 'day', isRequired: true },
          { name: 'memo', label: t.memo, isWide: true },
        ]}
        start={{ date: today() }}
        changes={changes}
        letter="r"
        onDone={({ id: made }) => made !== undefined && goWith({ open: made })}
      />
    </>
  );
}
