import { ActionButton } from '../../kit/action.tsx';
import { useDimensionFields } from '../../kit/form/dimension-fields.ts';
import type { Field } from '../../kit/form/fields.ts';
import { words } from '../../words/index.ts';

type Line = { readonly name: string; readonly ids: readonly string[] };
type Reassign = {
  /** The id of the record, by the name that the service has for it. */
  readonly of: Readonly<Record<string, string>>;
  readonly lines: readonly Line[];
  readonly changes: readonly string[];
};

/** A form of more lines would not be filled in by hand. */
const linesMax = 30;

/** Moves posted lines to other values of dimensions. Nothing where the business has no dimensions. */
export function ReassignAction({ of, lines, changes }: Reassign) {
  const w = words.value.dimensions;
  const dimensions = useDimensionFields() ?? [];
  if (!dimensions.some(({ kind }) => kind === 'record')) return null;
  const fields = lines.slice(0, linesMax).flatMap(({ name, ids }, at) =>
    dimensions.map((each): Field => {
      const { list: _, ...field } = each;
      const group = `${at + 1}. ${name}`;
      return { ...field, name: `${at}.${each.name}`, group, from: () => each.from?.({ dimension_value_ids: ids }) };
    }),
  );
  return (
    <ActionButton
      label={w.reassign}
      path="dimension-reassignments"
      needs="ledger:write"
      fields={[...fields, { name: 'date', label: words.value.spending.day, kind: 'day', hint: w.reassignDay }]}
      warning={w.reassignHint}
      complete={({ date, ...typed }) => ({ ...of, date, lines: changedLines(lines, typed) })}
      changes={[...changes, 'journal-entries', 'reports']}
      done={w.reassigned}
    />
  );
}

/** Lines whose values are others now; all of them where none is, which changes nothing. */
function changedLines(lines: readonly Line[], typed: Readonly<Record<string, unknown>>) {
  const all = lines.slice(0, linesMax).map(({ ids }, at) => {
    const own = (typed[at] ?? {}) as { readonly dimension_value_ids?: Readonly<Record<string, string | string[]>> };
    return { ids, given: { line: at + 1, dimension_value_ids: Object.values(own.dimension_value_ids ?? {}).flat() } };
  });
  const changed = all.filter(({ ids, given }) => !isSame(ids, given.dimension_value_ids));
  return (changed.length > 0 ? changed : all).map(({ given }) => given);
}

function isSame(ids: readonly string[], next: readonly string[]): boolean {
  return ids.length === next.length && ids.every((id) => next.includes(id));
}
