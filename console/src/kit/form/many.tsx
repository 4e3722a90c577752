import { Fragment } from 'preact';
import { useId } from 'preact/hooks';
import type { Field, Option } from './fields.ts';

type Many = {
  readonly field: Field;
  /** The chosen ones, with commas between them. */
  readonly text: string;
  readonly onChange: (text: string) => void;
  readonly fault: string | undefined;
};

const chosenIn = (text: string): readonly string[] =>
  text
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');

/** A choice of several: ticks below a name, and below that of their group. */
export function Many({ field: { label, hint, options = [] }, text, onChange, fault }: Many) {
  const id = useId();
  const chosen = chosenIn(text);
  const turn = (value: string, isChosen: boolean) => {
    const next = isChosen ? [...chosen, value] : chosen.filter((one) => one !== value);
    onChange(next.join(', '));
  };
  const note = fault ?? hint;
  return (
    <fieldset class="many" {...(note !== undefined && { 'aria-describedby': `${id}note` })}>
      <legend>{label}</legend>
      <div>
        {groupsOf(options).map(([group, members]) => (
          <Fragment key={group}>
            {group !== '' && <strong>{group}</strong>}
            {members.map(({ value, label: name }) => (
              <label key={value}>
                <input
                  type="checkbox"
                  checked={chosen.includes(value)}
                  onChange={(e) => turn(value, e.currentTarget.checked)}
                />
                <span>{name}</span>
              </label>
            ))}
          </Fragment>
        ))}
      </div>
      {note !== undefined && (
        <small id={`${id}note`} class={fault === undefined ? 'quiet' : 'fault'}>
          {note}
        </small>
      )}
    </fieldset>
  );
}

const groupsOf = (options: readonly Option[]): readonly (readonly [string, readonly Option[]])[] => [
  ...Map.groupBy(options, ({ group = '' }) => group),
];
