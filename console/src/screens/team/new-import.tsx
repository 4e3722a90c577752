import { useState } from 'preact/hooks';
import { call, Refused, type Problem } from '../../api/call.ts';
import { changed } from '../../api/cache.ts';
import { isMac, useKeys } from '../../app/keys.ts';
import { go } from '../../app/router.ts';
import { FormPage } from '../../frames/form-screen.tsx';
import { Drop } from '../../kit/drop.tsx';
import { Control } from '../../kit/form/control.tsx';
import type { Change } from '../../kit/form/fields.ts';
import { Refusal } from '../../kit/problem.tsx';
import { base64Of } from '../../kit/sent-file.ts';
import { counted, filled, named, words } from '../../words/index.ts';
import { ColumnsOfFile } from './columns-of-file.tsx';
import { asked, type Chosen, type Inspection, isNeeded, keepTrial } from './import-file.ts';

const back = '/imports';
const nothing: ReadonlyMap<string, string> = new Map();

/** A file is looked at, its columns are put to fields, and it is tried before anything is made. */
export function NewImport() {
  const w = words.value.importList;
  const [chosen, setChosen] = useState<Chosen>({ kind: 'clients' });
  const [seen, setSeen] = useState<Inspection>();
  const [problem, setProblem] = useState<Problem>();
  const [isBusy, setBusy] = useState(false);
  const [key] = useState(() => crypto.randomUUID());
  const guarded = async (deed: () => Promise<void>) => {
    setBusy(true);
    setProblem(undefined);
    try {
      await deed();
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      setProblem(error.problem);
    } finally {
      setBusy(false);
    }
  };
  const look = (next: Chosen) => {
    setChosen(next);
    if (next.content === undefined) return;
    void guarded(async () => setSeen(await call<Inspection>('imports/inspect', { method: 'POST', body: asked(next) })));
  };
  const take = (file: File | undefined) => {
    if (file === undefined) return;
    void base64Of(file).then((content) => look({ kind: chosen.kind, filename: file.name, content }));
  };
  const start = () => {
    if (seen === undefined || seen.problems.length > 0 || isBusy) return;
    void guarded(async () => {
      const body = { ...asked(chosen), filename: chosen.filename, ...(chosen.stock && { stock: 'issue' }) };
      const { id } = await call<{ id: string }>('imports', { method: 'POST', body: { ...body, is_trial: true }, key });
      keepTrial({ id, body });
      changed('imports');
      go(`${back}?open=${id}`);
    });
  };
  useKeys({ 'mod+Enter': start });
  const kinds = Object.entries(w.kinds).map(([value, label]) => ({ value, label }));
  const isUndated = chosen.kind === 'opening_balances' && seen?.columns.every(({ field }) => field !== 'date') === true;
  const missing = seen?.fields.filter((field) => isNeeded(field, seen)) ?? [];
  const toChoose = missing.filter(({ name }) => !isUndated || name !== 'date');
  const said =
    seen?.problems.filter(({ pointer }) => !missing.some(({ name }) => pointer === `/mapping/${name}`)) ?? [];
  const choice = (name: 'number_format' | 'date_format') =>
    (chosen[name] !== undefined || said.some(({ pointer }) => pointer === `/${name}`)) && (
      <Control
        field={{ name, label: w[name], kind: 'choice', isRequired: true, options: optionsOf(w.formats[name]) }}
        value={chosen[name] ?? ''}
        faults={nothing}
        onChange={(value) => look({ ...chosen, [name]: text(value) })}
      />
    );
  return (
    <FormPage title={w.create} back={{ href: back, label: w.title }}>
      <div class="entry-form">
        <Control
          field={{ name: 'kind', label: w.kind, kind: 'choice', options: kinds, isRequired: true }}
          value={chosen.kind}
          faults={nothing}
          onChange={(kind) => look({ ...chosen, kind: text(kind), mapping: undefined, date: '' })}
        />
        <Drop
          label={chosen.filename ?? w.file}
          hint={w.fileHint}
          accept=".csv,.txt,.tsv,text/csv"
          isBusy={isBusy}
          onFiles={([file]) => take(file)}
        />
        <Refusal problem={problem} />
        {seen && problem === undefined && (
          <>
            <p class="quiet" role="status">
              {counted(w.found, seen.total)}
            </p>
            {toChoose.length > 0 && (
              <p class="notice bad" role="alert">
                {filled(w.needed, { names: toChoose.map(({ name }) => named(w.fields, name)).join(', ') })}
              </p>
            )}
            {isUndated && (
              <Control
                field={{ name: 'date', label: w.lastDay, kind: 'day', isRequired: true }}
                value={chosen.date ?? ''}
                faults={nothing}
                onChange={(value) => look({ ...chosen, date: text(value) })}
              />
            )}
            {choice('number_format')}
            {choice('date_format')}
            {said.map(({ pointer, message }) => (
              <p key={pointer} class="notice bad" role="alert">
                {message}
              </p>
            ))}
            <ColumnsOfFile of={seen} onMap={(mapping) => look({ ...chosen, mapping })} />
            {chosen.kind === 'sales' && (
              <Control
                field={{ name: 'stock', label: w.stock, kind: 'yes' }}
                value={chosen.stock ?? false}
                faults={nothing}
                onChange={(value) => setChosen({ ...chosen, stock: value === true })}
              />
            )}
          </>
        )}
        <p class="deeds">
          <button
            type="button"
            class="primary"
            disabled={isBusy || seen === undefined || seen.problems.length > 0}
            onClick={start}
          >
            {w.tryIt}
            <kbd>{isMac ? '⌘' : 'Ctrl '}↵</kbd>
          </button>
          <button type="button" class="bare" onClick={() => go(back)}>
            {words.value.form.cancel}
          </button>
        </p>
        <p class="quiet">{w.trialHint}</p>
      </div>
    </FormPage>
  );
}

const text = (value: Change): string => (typeof value === 'string' ? value : '');
const optionsOf = (texts: Readonly<Record<string, string>>) =>
  Object.entries(texts).map(([value, label]) => ({ value, label }));
