import type { ComponentChildren, RefObject } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { bare } from './bare.ts';
import { beginChoice } from './form/choices-made.ts';

type Picker<One> = {
  readonly label: string;
  /** Small, behind the label. */
  readonly note?: string | undefined;
  readonly hint?: string;
  readonly text: string;
  readonly onFocus?: () => void;
  readonly onText: (text: string) => void;
  readonly options: readonly One[];
  readonly keyOf: (one: One) => string;
  /** Empty for what is no record yet, and is never taken unseen. */
  readonly titleOf: (one: One) => string;
  /** The title by itself, where nothing else is said. */
  readonly show?: (one: One) => ComponentChildren;
  readonly onPick: (one: One) => void;
  readonly none?: string;
  readonly field?: RefObject<HTMLInputElement | null>;
  /** Enter where nothing is chosen from. */
  readonly onEnter?: () => void;
  readonly isAlwaysOpen?: boolean;
  /** Offers what there is before anything is typed. */
  readonly opensEmpty?: boolean;
  readonly isInvalid?: boolean;
  /**
   * The options answer an earlier text. Enter waits for the answer, and takes the option of that name, or the only
   * one; of several that have not been shown it takes none.
   */
  readonly isStale?: boolean;
};

/** A text field that offers what fits: the combobox of the ARIA practices, with a list and its active option. */
export function Picker<One>({
  label,
  note,
  hint,
  text,
  onFocus,
  onText,
  options,
  keyOf,
  titleOf,
  show = titleOf,
  onPick,
  none,
  field,
  onEnter,
  isAlwaysOpen = false,
  opensEmpty = false,
  isInvalid = false,
  isStale = false,
}: Picker<One>) {
  const id = useId();
  const [at, setAt] = useState(0);
  const [isOpen, setOpen] = useState(false);
  const opened = isAlwaysOpen || (isOpen && (opensEmpty || text !== ''));
  useEffect(() => setAt(0), [text]);
  const active = opened ? options[at] : undefined;
  const pick = (one: One) => {
    onPick(one);
    setOpen(false);
  };
  const choice = useRef<(() => void) | undefined>(undefined);
  const endChoice = () => {
    choice.current?.();
    choice.current = undefined;
  };
  useEffect(() => endChoice, []);
  useEffect(() => {
    if (isStale || choice.current === undefined) return;
    const called = options.filter((one) => titleOf(one) !== '');
    const [only] = called.length === 1 ? called : called.filter((one) => bare(titleOf(one)) === bare(text));
    if (only !== undefined) pick(only);
    endChoice();
  }, [isStale]);
  const keys = (event: KeyboardEvent) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by !== undefined && options.length > 0) {
      event.preventDefault();
      setOpen(true);
      const next = (at + by + options.length) % options.length;
      setAt(next);
      document.getElementById(`${id}-${next}`)?.scrollIntoView({ block: 'nearest' });
    } else if (event.key === 'Enter' && !event.metaKey && !event.ctrlKey) {
      event.preventDefault();
      if (isStale && opened) choice.current ??= beginChoice();
      else if (active !== undefined) pick(active);
      else onEnter?.();
    } else if (event.key === 'Escape' && opened && !isAlwaysOpen) {
      event.preventDefault();
      setOpen(false);
    }
  };
  return (
    <div class="picker">
      <label for={id}>
        {label}
        {note !== undefined && <small class="quiet"> {note}</small>}
      </label>
      <input
        {...(field ? { ref: field } : {})}
        id={id}
        role="combobox"
        autocomplete="off"
        autocapitalize="none"
        spellcheck={false}
        aria-expanded={opened}
        aria-controls={`${id}list`}
        aria-autocomplete="list"
        aria-invalid={isInvalid}
        aria-busy={isStale && opened}
        {...(active === undefined ? {} : { 'aria-activedescendant': `${id}-${at}` })}
        {...(hint ? { placeholder: hint } : {})}
        value={text}
        onInput={(e) => {
          endChoice();
          onText(e.currentTarget.value);
          setOpen(true);
        }}
        onKeyDown={keys}
        {...(onFocus ? { onFocus } : {})}
        onPointerDown={() => opensEmpty && setOpen(true)}
        onBlur={() => setOpen(false)}
      />
      <ul id={`${id}list`} role="listbox" aria-label={label} hidden={!opened}>
        {options.map((one, n) => (
          <li
            key={keyOf(one)}
            id={`${id}-${n}`}
            role="option"
            aria-selected={n === at}
            onPointerMove={() => n !== at && setAt(n)}
            onPointerDown={(e) => {
              e.preventDefault();
              pick(one);
            }}
          >
            {show(one)}
          </li>
        ))}
        {options.length === 0 && none !== undefined && text !== '' && (
          <li class="quiet none" role="option" aria-selected="false" aria-disabled="true">
            {none}
          </li>
        )}
      </ul>
    </div>
  );
}
