import { useRef, useState } from 'preact/hooks';
import { call, type Problem, Refused } from '../../api/call.ts';
import { changed, useRead } from '../../api/cache.ts';
import type { Params } from '../../app/params.ts';
import { RecordPage } from '../../frames/record-page.tsx';
import { ActionButton } from '../../kit/action.tsx';
import { Refusal } from '../../kit/problem.tsx';
import { State } from '../../kit/states.tsx';
import { figure, money, typedDecimal } from '../../kit/values.ts';
import { filled, words } from '../../words/index.ts';

type Line = {
  readonly variant_id: string;
  readonly name: string;
  readonly sku: string | null;
  readonly expected_on_hand: string;
  readonly counted: string | null;
  readonly difference: string | null;
  readonly value: string | null;
};
type Count = {
  readonly id: string;
  readonly number: string;
  readonly status: string;
  readonly note: string | null;
  readonly version: number;
  readonly lines: readonly Line[];
};

/**
 * Counting at the shelf: scan, type a number, Enter. Each line is saved as it is left, and all before the count is
 * handed in: the last number is still on its way when that is pressed.
 */
export function CountSheet({ params }: { readonly params: Params }) {
  const w = words.value.stockRoom;
  const path = `stock/counts/${params['id']}`;
  const { data: count, problem } = useRead<Count>(path);
  const isOpen = count?.status === 'open' || count?.status === 'submitted';
  const left = count?.lines.filter(({ counted }) => counted === null).length ?? 0;
  const [fault, setFault] = useState<Problem>();
  const unsaved = useRef(new Map<string, string | null>());
  const writing = useRef(Promise.resolve(true));
  // One after the other; what was refused, or had no network, goes along with what comes next.
  const write = async (): Promise<boolean> => {
    const sent = [...unsaved.current];
    if (sent.length === 0) return true;
    const lines = sent.map(([variant_id, counted]) => ({ variant_id, counted }));
    try {
      await call(path, { method: 'PATCH', body: { lines } });
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      setFault(error.problem);
      return false;
    }
    for (const [id, counted] of sent) if (unsaved.current.get(id) === counted) unsaved.current.delete(id);
    setFault(undefined);
    changed(path);
    return true;
  };
  const flush = async (): Promise<boolean> => {
    writing.current = writing.current.then(write);
    return writing.current;
  };
  const save = (line: Line, text: string) => {
    const counted = text.trim() === '' ? null : typedDecimal(text);
    if (counted === undefined || (counted === line.counted && !unsaved.current.has(line.variant_id))) return;
    unsaved.current.set(line.variant_id, counted);
    void flush();
  };
  const act = { needs: 'stock:write', changes: ['stock', 'variants', 'reports'], before: flush };
  return (
    <RecordPage
      back={{ href: '/stock/counts', label: w.counts }}
      eyebrow={w.counts}
      title={count?.number ?? ''}
      isLoaded={count !== undefined}
      problem={problem}
      actions={
        count &&
        isOpen && (
          <>
            {count.status === 'open' ? (
              <ActionButton {...act} label={w.submit} path={`stock/counts/${count.id}/submit`} isPrimary />
            ) : (
              <ActionButton
                {...act}
                label={w.apply}
                path={`stock/counts/${count.id}/apply`}
                warning={left > 0 ? filled(w.applyHintLeft, { n: left }) : w.applyHint}
                isPrimary
              />
            )}
            <ActionButton
              {...act}
              label={w.discard}
              path={`stock/counts/${count.id}/discard`}
              warning={w.discardHint}
              isDangerous
            />
          </>
        )
      }
    >
      {count && (
        <>
          <p>
            <State of={count.status} /> <span class="quiet">{count.note}</span>
          </p>
          <Refusal problem={fault} />
          <CountLines lines={count.lines} isOpen={isOpen} onSave={save} />
        </>
      )}
    </RecordPage>
  );
}

type CountLines = {
  readonly lines: readonly Line[];
  readonly isOpen: boolean;
  readonly onSave: (line: Line, text: string) => void;
};

function CountLines({ lines, isOpen, onSave }: CountLines) {
  const w = words.value.stockRoom;
  const box = useRef<HTMLUListElement>(null);
  const [wanted, setWanted] = useState('');
  const find = (text: string) => {
    const at = lines.findIndex(({ sku, name }) => [sku, name].some((one) => one?.toLowerCase() === text.toLowerCase()));
    const shown = at < 0 ? lines.findIndex(({ name }) => name.toLowerCase().includes(text.toLowerCase())) : at;
    fieldsIn(box.current)[shown]?.select();
    setWanted('');
  };
  return (
    <>
      {isOpen && (
        <form
          class="find-line"
          onSubmit={(event) => {
            event.preventDefault();
            find(wanted.trim());
          }}
        >
          <label>
            {w.scan}
            <input
              type="search"
              autocapitalize="none"
              value={wanted}
              onInput={(e) => setWanted(e.currentTarget.value)}
            />
          </label>
        </form>
      )}
      <ul class="count-lines" ref={box}>
        {lines.map((line) => (
          <li key={line.variant_id}>
            <span>
              <b>{line.name}</b>
              <small class="quiet">
                {line.sku} · {filled(w.expected, { n: figure(line.expected_on_hand) })}
                {line.value !== null && line.value !== '0.00' && ` · ${money(line.value)}`}
              </small>
            </span>
            {isOpen ? (
              <input
                inputmode="decimal"
                class="figure"
                aria-label={filled(w.countOf, { name: line.name })}
                defaultValue={line.counted ?? ''}
                onBlur={(e) => onSave(line, e.currentTarget.value)}
                onKeyDown={(e) => {
                  if (e.key !== 'Enter') return;
                  const fields = fieldsIn(box.current);
                  fields[fields.indexOf(e.currentTarget) + 1]?.select();
                }}
              />
            ) : (
              <b class="figure">{line.counted === null ? '–' : figure(line.counted)}</b>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

const fieldsIn = (list: HTMLElement | null): HTMLInputElement[] => [...(list?.querySelectorAll('input') ?? [])];
