import { words } from '../../words/index.ts';
import type { Field } from './fields.ts';
import { optionsOf } from './options.ts';

type Line = { readonly id: string; readonly description: string };

/** Over which months something is spread; of a record with several lines, which of them. */
export function spreadFields(lines: readonly Line[] = []): readonly Field[] {
  const w = words.value.spreading;
  const options = lines.map(({ id, description }) => ({ value: id, label: description }));
  const which: Field = { name: 'line_id', label: w.line, kind: 'choice', isRequired: true, isWide: true, options };
  return [
    ...(lines.length > 1 ? [which] : []),
    { name: 'from', label: w.from, kind: 'day', isRequired: true },
    { name: 'to', label: w.to, kind: 'day', isRequired: true },
    { name: 'method', label: w.method, kind: 'choice', options: optionsOf(w.methods), isRequired: true },
  ];
}
