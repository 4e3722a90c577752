import { RecordList } from '../../frames/record-list.tsx';
import { optionsOf } from '../../kit/form/options.ts';
import { filled, named, words } from '../../words/index.ts';

type Series = {
  readonly id: string;
  readonly record_type: string;
  readonly pattern: string;
  readonly resets: string;
  readonly next_number: number;
  readonly next: string;
};

/** Placeholders of a number pattern, as the service writes them. */
const places = { year: '{YYYY}', short: '{YY}', month: '{MM}', sequence: '{SEQ:5}' };

export function Numbering() {
  const { setup } = words.value;
  const t = setup.numbering;
  return (
    <RecordList<Series>
      title={setup.parts.numbering.title}
      list={{ path: 'numbering-series', fields: 'record_type,pattern,resets,next_number,next', sort: 'record_type' }}
      empty={{ title: t.empty }}
      columns={[
        {
          key: 'type',
          title: t.type,
          width: 'minmax(8rem, 2fr)',
          phone: 'lead',
          cell: (one) => named(t.types, one.record_type),
        },
        { key: 'next', title: t.next, phone: 'amount', cell: ({ next }) => next },
        {
          key: 'resets',
          title: t.resets,
          phone: 'note',
          isExtra: true,
          cell: ({ resets }) => named(t.resetses, resets),
        },
        { key: 'pattern', title: t.pattern, isExtra: true, cell: ({ pattern }) => pattern },
      ]}
      kind={{
        path: (id) => `numbering-series/${id}`,
        changes: ['numbering-series'],
        name: ({ record_type }) => named(t.types, record_type),
        facts: (one) => [
          [t.next, one.next],
          [t.pattern, one.pattern],
          [t.resets, named(t.resetses, one.resets)],
        ],
        edit: {
          needs: 'documents:manage',
          fields: () => [
            { name: 'pattern', label: t.pattern, isRequired: true, isWide: true, hint: filled(t.patternHint, places) },
            { name: 'resets', label: t.resets, kind: 'choice', isRequired: true, options: optionsOf(t.resetses) },
            { name: 'next_number', label: t.nextNumber, kind: 'whole', isRequired: true, hint: t.nextNumberHint },
          ],
        },
      }}
    />
  );
}
