import { useState } from 'preact/hooks';
import { call, type Problem, Refused } from '../../api/call.ts';
import { changed } from '../../api/cache.ts';
import { useMay } from '../../app/me.ts';
import { ActionButton } from '../../kit/action.tsx';
import { Drop } from '../../kit/drop.tsx';
import { bodyOf } from '../../kit/form/body.ts';
import { type Field, type Values, valuesOf } from '../../kit/form/fields.ts';
import { Form } from '../../kit/form/form.tsx';
import { optionsOf } from '../../kit/form/options.ts';
import { Refusal } from '../../kit/problem.tsx';
import { base64Of, mappingOf } from '../../kit/sent-file.ts';
import { say } from '../../kit/toast.tsx';
import { listDay, money } from '../../kit/values.ts';
import { filled, language, named, words } from '../../words/index.ts';

type Line = {
  readonly verdict: string;
  readonly booking_date: string;
  readonly amount: string;
  readonly currency: string;
  readonly counterparty_name: string | null;
  readonly text: string;
};
type Result = {
  readonly id: string;
  readonly lines_read: number;
  readonly lines_new: number;
  readonly lines_known: number;
  readonly lines_replaced: number;
  readonly lines_refused: number;
  readonly lines_explained: number;
  readonly explanations_waiting: number;
  readonly statements: readonly { readonly balance_state: string; readonly difference: string | null }[];
  readonly left_out: readonly { readonly account: string | null }[];
  readonly lines: readonly Line[];
  readonly problems: readonly { readonly code: string; readonly message: string; readonly place: string }[];
};
type Sent = Readonly<Record<string, unknown>>;
type Looked = { readonly sent: Sent; readonly result?: Result; readonly problem?: Problem; readonly isKept?: boolean };

const shownLines = 12;
const changes = ['bank-accounts', 'bank-lines', 'bank-statements'];

/** Takes a file of the bank, shows what is new in it, and keeps it when the person says so. */
export function ImportFile({ account }: { readonly account: string }) {
  const w = words.value.banking;
  const may = useMay()('bank:write');
  const [looked, setLooked] = useState<Looked>();
  const [isBusy, setBusy] = useState(false);
  if (!may) return null;
  const send = async (sent: Sent, isTried: boolean) => {
    setBusy(true);
    try {
      const path = isTried ? 'bank-statements/import?dry_run=true' : 'bank-statements/import';
      const result = await call<Result>(path, { method: 'POST', body: sent });
      setLooked({ sent, result, isKept: !isTried });
      if (isTried) return;
      changed(...changes);
      say(w.done);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      setLooked({ sent, problem: error.problem });
    } finally {
      setBusy(false);
    }
  };
  const take = async ([file]: readonly File[]) => {
    if (file === undefined) return;
    await send({ bank_account_id: account, filename: file.name, content_base64: await base64Of(file) }, true);
  };
  if (looked === undefined) {
    return <Drop label={w.drop} hint={w.dropHint} accept="" isBusy={isBusy} onFiles={(files) => void take(files)} />;
  }
  const { sent, result, problem, isKept } = looked;
  return (
    <section aria-live="polite">
      <Refusal problem={problem && inWords(problem)} />
      {problem?.code === 'bank_statement_unclear' && <Told onTold={(told) => send({ ...sent, ...told }, true)} />}
      {result && <Found of={result} />}
      {result && !isKept && <p class="quiet">{w.notYet}</p>}
      <div class="deeds">
        {result && !isKept && (
          <button type="button" class="primary" disabled={isBusy} onClick={() => void send(sent, false)}>
            {w.take}
          </button>
        )}
        {result && isKept && (
          <ActionButton
            label={w.takeBack}
            path={`bank-imports/${result.id}`}
            method="DELETE"
            needs="bank:write"
            changes={changes}
            onDone={() => setLooked(undefined)}
          />
        )}
        <button type="button" onClick={() => setLooked(undefined)}>
          {w.forget}
        </button>
      </div>
    </section>
  );
}

function Found({ of }: { readonly of: Result }) {
  const w = words.value.banking;
  const { lines_read: n, lines_new, lines_known, lines_replaced, lines_refused } = of;
  const counts = { n, added: lines_new, known: lines_known, replaced: lines_replaced, refused: lines_refused };
  const broken = of.statements.filter(({ balance_state: state }) => state === 'broken');
  const isBalanced = of.statements.some(({ balance_state: state }) => state === 'balanced') && broken.length === 0;
  const fresh = of.lines.filter(({ verdict }) => verdict !== 'known');
  return (
    <>
      <p>{filled(w.counts, counts)}</p>
      {isBalanced && <p class="quiet">{w.balanced}</p>}
      {broken.map(({ difference }, at) => (
        <p key={at} class="notice bad">
          {filled(w.broken, { amount: money(difference ?? '0', of.lines[0]?.currency) })}
        </p>
      ))}
      {of.lines_explained + of.explanations_waiting > 0 && (
        <p class="quiet">{filled(w.explained, { n: of.lines_explained, waiting: of.explanations_waiting })}</p>
      )}
      {of.left_out.map(({ account }, at) => (
        <p key={at} class="quiet">
          {filled(w.leftOut, { account: account ?? '' })}
        </p>
      ))}
      <ul class="entries">
        {fresh.slice(0, shownLines).map((line, at) => (
          <li key={at}>
            <span>
              {listDay(line.booking_date)} <bdi>{line.counterparty_name ?? line.text}</bdi>
            </span>
            <span class="figure">{money(line.amount, line.currency)}</span>
          </li>
        ))}
        {of.problems.slice(0, shownLines).map((one) => (
          <li key={`${one.place} ${one.message}`}>
            <span>{reasonOf(one)}</span>
            <small class="quiet">{placeIn(one.place)}</small>
          </li>
        ))}
      </ul>
    </>
  );
}

/** With what is wrong with the file, and where, in the language of the console. */
function inWords(problem: Problem): Problem {
  if (problem.code !== 'bank_statement_unreadable') return problem;
  const { errors = [] } = problem;
  return {
    ...problem,
    errors: errors.map((one) => ({
      ...one,
      message: one.place ? `${placeIn(one.place)}: ${reasonOf(one)}` : reasonOf(one),
    })),
  };
}

/** The service says more in English than the catalogue knows by the code. */
function reasonOf({ code, message }: { readonly code: string; readonly message: string }): string {
  const { problems, unreadable } = words.value.banking;
  return language.value === 'en' ? message : named({ ...problems, ...unreadable }, code);
}

/** A line by its number; what else a format has, such as the path of an element, is no language. */
function placeIn(place: string): string {
  const [, n] = /^line (\d+)$/.exec(place) ?? [];
  return n === undefined ? place : filled(words.value.importList.line, { n });
}

/** Formats that the file leaves open. The answer is kept with the account. */
function Told({ onTold }: { readonly onTold: (told: Sent) => Promise<void> }) {
  const w = words.value.banking;
  const fields: readonly Field[] = [
    { name: 'date_format', label: w.dateFormat, kind: 'choice', options: optionsOf(w.dateFormats) },
    { name: 'number_format', label: w.numberFormat, kind: 'choice', options: optionsOf(w.numberFormats) },
    { name: 'signs', label: w.signs, kind: 'choice', options: optionsOf(w.signKinds) },
    { name: 'mapping', label: w.mapping, kind: 'tags', isWide: true, hint: w.mappingHint },
  ];
  const told = (values: Values): Sent => {
    const { mapping, ...rest } = bodyOf(fields, values);
    const said = Object.entries(rest).filter(([, value]) => value !== null && value !== '');
    const pairs = Array.isArray(mapping) ? (mapping as readonly string[]) : [];
    return { ...Object.fromEntries(said), ...(pairs.length > 0 && { mapping: mappingOf(pairs) }) };
  };
  return (
    <>
      <p>{w.tell}</p>
      <Form fields={fields} start={valuesOf(fields, {})} submit={w.again} onSubmit={(values) => onTold(told(values))} />
    </>
  );
}
