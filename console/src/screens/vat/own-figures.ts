import type { Field } from '../../kit/form/fields.ts';
import { isNothing } from '../../kit/values.ts';
import { words } from '../../words/index.ts';
import type { Box, VatReturn } from './vat.ts';

/** Boxes that a person fills in, and the notes. */
export function ownFigures({ boxes }: VatReturn): readonly Field[] {
  const w = words.value.vatReturns;
  const typed = (box: string) => (record: Readonly<Record<string, unknown>>) => {
    const found = (record['boxes'] as readonly Box[]).find((one) => one.box === box)?.total ?? '';
    return isNothing(found) ? '' : found;
  };
  return [
    ...boxes
      .filter(({ is_asked: isAsked }) => isAsked)
      .map(({ box, name, local_name: local }): Field => ({
        name: `figures.${box}`,
        label: `${box} ${local ?? name}`,
        kind: 'money',
        from: typed(box),
      })),
    { name: 'notes', label: w.notes, kind: 'area', isWide: true, hint: w.yourFiguresHint },
  ];
}
