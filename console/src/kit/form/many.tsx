import { Fragment } from 'preact';
import { useId } from 'preact/hooks';
import { Below } from './below.tsx';
import { type Field, listed, type Option } from './fields.ts';

type Many = {
  readonly field: Field;
  /** The chosen ones, with commas between them. */
  readonly text: string;
  readonly onChange: (text: string) => void;
  readonly fault: string | undefined;
};

/** A choice of several: ticks below a name, and below that of their group. */
export function Many({ field: { label, hint, options = [] }, text, onChange, fault }: Many) {
  const id = useId();
  const chosen = listed(text);
  const turn = (value: string, isChosen: boolean) => {
    const next = isChosen ? [...chosen, value] : chosen.filter((one) => one !== value);
    onChange(next.join(', '));
  };
  return (
    <fieldset class="many" {...((fault ?? hint) !== undefined && { 'aria-describedby': `${id}note` })}>
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
      <Below id={id} hint={hint} fault={fault} />
    </fieldset>
  );
}

const groupsOf = (options: readonly Option[]): readonly (readonly [string, readonly Option[]])[] => [
  ...Map.groupBy(options, ({ group = '' }) => group),
];
