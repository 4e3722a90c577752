import type { Field } from '../../kit/form/fields.ts';
import { words } from '../../words/index.ts';

export function webhookFields(): readonly Field[] {
  const w = words.value.webhookList;
  return [
    {
      name: 'url',
      label: w.url,
      kind: 'url',
      isRequired: true,
      isWide: true,
      placeholder: 'https://example.com/hooks',
    },
    { name: 'event_types', label: w.events, kind: 'tags', isRequired: true, isWide: true, hint: w.eventsHint },
    { name: 'description', label: w.description, isWide: true },
    { name: 'max_concurrency', label: w.concurrency, kind: 'whole' },
  ];
}
