import { type Field, type Option, textIn, type Values } from '../../kit/form/fields.ts';
import { optionsOf } from '../../kit/form/options.ts';
import { words } from '../../words/index.ts';

export type Recipient = {
  readonly id: string;
  readonly member_id: string | null;
  readonly email: string | null;
  readonly status: string;
};

const monthly = ['month', 'quarter', 'year'];
const hours = 24;

/** Fields of a scheduled report. */
export function scheduledReportFields(members: readonly Option[]): readonly Field[] {
  const { reportMail: w, books, periods } = words.value;
  const { own: _, ...named } = periods;
  const titles = Object.entries(books.reports).map(([value, { title }]) => ({ value, label: title }));
  const every = (values: Values) => textIn(values, 'frequency');
  const clock = Array.from({ length: hours }, (__, at) => ({ value: String(at), label: `${at}:00` }));
  return [
    { name: 'name', label: w.name, isRequired: true, isWide: true },
    { name: 'report', label: w.report, kind: 'choice', options: titles, isRequired: true },
    { name: 'period', label: w.period, kind: 'choice', options: optionsOf(named), isRequired: true },
    { name: 'frequency', label: w.frequency, kind: 'choice', options: optionsOf(w.frequencies), isRequired: true },
    {
      name: 'weekday',
      label: w.weekday,
      kind: 'choice',
      options: optionsOf(w.weekdays),
      isShown: (values) => every(values) === 'week',
    },
    {
      name: 'anchor_day',
      label: w.anchor,
      kind: 'whole',
      hint: w.anchorHint,
      isShown: (values) => monthly.includes(every(values)),
    },
    {
      name: 'hour',
      label: w.hour,
      kind: 'choice',
      options: clock,
      isRequired: true,
      from: ({ hour = '' }) => String(hour),
    },
    { name: 'format', label: w.format, kind: 'choice', options: optionsOf({ pdf: 'PDF', xlsx: 'XLSX', csv: 'CSV' }) },
    {
      name: 'member_ids',
      label: w.members,
      kind: 'many',
      options: members,
      hint: w.membersHint,
      from: (of) => reached(of).flatMap(({ member_id: id }) => id ?? []),
    },
    {
      name: 'emails',
      label: w.emails,
      kind: 'tags',
      isWide: true,
      hint: w.emailsHint,
      from: (of) => reached(of).flatMap(({ email }) => email ?? []),
    },
    { name: 'link_days', label: w.linkDays, kind: 'whole' },
    { name: 'when_empty', label: w.whenEmpty, kind: 'choice', options: optionsOf(w.whenEmptyKinds) },
    { name: 'attach', label: w.attach, kind: 'yes', hint: w.attachHint },
  ];
}

/** Whoever unsubscribed is not asked for again. */
function reached({ recipients = [] }: Readonly<Record<string, unknown>>): readonly Recipient[] {
  return (recipients as readonly Recipient[]).filter(({ status }) => status !== 'unsubscribed');
}

type Body = Record<string, unknown>;

/** As the service takes it: an hour is a number. */
export function scheduledBody({ hour, ...body }: Body): Body {
  return hour === undefined ? body : { ...body, hour: Number(hour) };
}

/** A new one without recipients goes to whoever makes it. */
export function newScheduledBody({ member_ids: members, emails, ...body }: Body): Body {
  const some = (list: unknown) => Array.isArray(list) && list.length > 0;
  return scheduledBody({
    ...body,
    ...(some(members) && { member_ids: members }),
    ...(some(emails) && { emails }),
  });
}
