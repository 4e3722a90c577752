import { useRef, useState } from 'preact/hooks';
import { changed, useAll, useRead } from '../../api/cache.ts';
import { call, Refused } from '../../api/call.ts';
import { useMay } from '../../app/me.ts';
import { filled, words } from '../../words/index.ts';
import { bare } from '../bare.ts';
import { Picker } from '../picker.tsx';
import { said } from '../said.ts';
import { say } from '../toast.tsx';
import { beginChoice } from './choices-made.ts';
import type { Source } from './fields.ts';
import { type Found, useFound } from './found.ts';

type Named = { readonly id: string } & Readonly<Record<string, string | null>>;
type RecordField = {
  readonly label: string;
  readonly note?: string | undefined;
  readonly source: Source;
  /** The id of what is chosen, or nothing. */
  readonly value: string;
  readonly onChange: (id: string, record?: Named) => void;
  /** Name of the record, where it is known without a request. */
  readonly called?: string | undefined;
  readonly hint?: string | undefined;
  readonly isInvalid?: boolean;
};

/**
 * Chooses a record by what people call it. What was typed and not chosen is not taken. What there is to choose from is
 * asked when somebody comes to the field.
 */
export function RecordField({ label, note, source, value, onChange, called, hint, isInvalid = false }: RecordField) {
  const [text, setText] = useState<string>();
  const latest = useRef(text);
  latest.current = text;
  const [base] = source.path.split('?', 1);
  const [isUsed, setUsed] = useState(false);
  const [picked, setPicked] = useState<Named>();
  const { rows, isStale, hasFailed } = useOptions(source, text ?? '', isUsed);
  const isKnown = value === '' || value === picked?.id || Boolean(called);
  const { data: chosen } = useRead<Named>(isKnown ? undefined : `${base}/${value}`);
  const take = (one: Named) => {
    setText(undefined);
    setPicked(one);
    onChange(one.id, one);
  };
  const create = useCreate(source, (made, name) => {
    // Whoever types on while it is made wants something else.
    if (latest.current?.trim() === name) take(made);
  });
  const typed = (text ?? '').trim();
  const isNew =
    typed !== '' && !isStale && !hasFailed && !rows.some((one) => bare(labelOf(one, source)) === bare(typed));
  const options = create !== undefined && isNew ? [...rows, unmade] : rows;
  const shown = text ?? labelOf(value === picked?.id ? picked : chosen, source, value === '' ? '' : called);
  return (
    <Picker
      label={label}
      note={note}
      text={shown}
      {...(hint === undefined ? {} : { hint })}
      isInvalid={isInvalid}
      onFocus={() => setUsed(true)}
      onText={(to) => {
        setText(to);
        if (value !== '') onChange('');
      }}
      options={options}
      isStale={isStale}
      keyOf={({ id }) => id}
      titleOf={(one) => (one === unmade ? '' : labelOf(one, source))}
      none={hasFailed ? words.value.failed : words.value.nothingFound}
      opensEmpty
      onPick={(one) => {
        if (one === unmade) create?.(typed);
        else take(one);
      }}
      show={(one) =>
        one === unmade ? (
          <span>{filled(words.value.form.addNew, { name: typed })}</span>
        ) : (
          <>
            <span>{labelOf(one, source)}</span>
            {source.note !== undefined && <span class="quiet note">{one[source.note]}</span>}
          </>
        )
      }
    />
  );
}

/** Stands at the end of what is offered, for what there is not yet. */
const unmade: Named = { id: 'new' };

/** Makes a record of a name; a form that is saved meanwhile waits for it. */
function useCreate({ path, create }: Source, onMade: (made: Named, name: string) => void) {
  const may = useMay();
  if (create === undefined || !may(create.needs)) return undefined;
  const [list = ''] = path.split('?', 1);
  const make = async (name: string) => {
    const made = beginChoice();
    try {
      onMade(await call<Named>(list, { method: 'POST', body: create.body(name) }), name);
      changed(list);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      say(said(error.problem));
    } finally {
      made();
    }
  };
  return (name: string) => void make(name);
}

const labelOf = (one: Named | undefined, { label }: Source, otherwise = ''): string => one?.[label] ?? otherwise;

/** Records that match the text: searched by the service, or here where the whole list is known. */
function useOptions({ path, label, isWhole = false }: Source, text: string, isUsed: boolean): Found<Named> {
  const found = useFound<Named>(isWhole || !isUsed ? undefined : path, text);
  const whole = useAll<Named>(isWhole && isUsed ? path : undefined);
  if (!isWhole) return found;
  const fits = (one: Named) => bare(one[label] ?? '').includes(bare(text));
  const hasFailed = whole.problem !== undefined;
  return { rows: whole.rows.filter(fits).slice(0, 30), isStale: whole.data === undefined && !hasFailed, hasFailed };
}
