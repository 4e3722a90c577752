import { useState } from 'preact/hooks';
import { changed, useAll } from '../../api/cache.ts';
import { Refused } from '../../api/call.ts';
import { upload } from '../../api/upload.ts';
import { Drop } from '../../kit/drop.tsx';
import { State } from '../../kit/states.tsx';
import { money } from '../../kit/values.ts';
import { filled, words } from '../../words/index.ts';
import { expenseColumns, type ExpenseRow, payeeOf } from './expense.ts';
import { said } from '../../kit/said.ts';

type Taken = {
  readonly name: string;
  readonly expense?: ExpenseRow;
  /** Why it did not become a bill. */
  readonly note?: string;
};

/** Receipts and invoices as they come in: an e-invoice becomes a draft bill, a scan is kept for one. */
export function Inbox() {
  const w = words.value.spending;
  const drafts = useAll<ExpenseRow>(
    `expenses?status=draft&expand=supplier&sort=-created_at&fields=${expenseColumns}`,
  ).rows;
  const [taken, setTaken] = useState<readonly Taken[]>([]);
  const [isBusy, setBusy] = useState(false);
  const take = async (files: readonly File[]) => {
    setBusy(true);
    for (const file of files) {
      const one = await taking(file);
      setTaken((before) => [one, ...before]);
    }
    changed('expenses', 'files');
    setBusy(false);
  };
  return (
    <div class="page narrow">
      <header class="top">
        <h1 tabIndex={-1}>{w.inbox}</h1>
      </header>
      <Drop
        label={w.inboxDrop}
        hint={w.inboxHint}
        accept="application/pdf,image/*,.xml"
        isBusy={isBusy}
        onFiles={(files) => void take(files)}
      />
      <ul class="entries" aria-live="polite">
        {taken.map(({ name, expense, note }) => (
          <li key={name}>
            {expense ? (
              <a href={`/expenses?open=${expense.id}`}>{filled(w.becameDraft, { name, payee: payeeOf(expense) })}</a>
            ) : (
              <span>{name}</span>
            )}
            <b class="figure">{expense && money(expense.total, expense.currency)}</b>
            {note !== undefined && <small class="quiet">{note}</small>}
          </li>
        ))}
      </ul>
      <h2>{w.draftBills}</h2>
      <ul class="entries">
        {drafts.map((one) => (
          <li key={one.id}>
            <a href={`/expenses?open=${one.id}`}>{payeeOf(one)}</a>
            <b class="figure">{money(one.total, one.currency)}</b>
            <small>
              <State of={one.status} />
            </small>
          </li>
        ))}
      </ul>
      {drafts.length === 0 && <p class="quiet">{w.noDrafts}</p>}
    </div>
  );
}

async function taking(file: File): Promise<Taken> {
  const { name } = file;
  try {
    return { name, expense: await upload<ExpenseRow>('expenses/from-file', file) };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    // A scan is no e-invoice, and is kept until somebody types what it says.
    if (error.problem.code !== 'e_invoice_unreadable') return { name, note: said(error.problem) };
  }
  try {
    await upload('files', file, { kind: 'receipt' });
    return { name, note: words.value.spending.keptAsFile };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return { name, note: said(error.problem) };
  }
}
