import { z } from 'zod';
import { namedPeriods } from '../../../core/named-period.ts';
import { fault } from '../../../operation/fault.ts';
import { Day, Email, Id, Locale, Name } from '../../../wire/index.ts';
import { reportNames } from '../../reports/index.ts';
import { type Days, frequencies, weekdays } from './rhythm.ts';
import { emptyChoices, fileFormats, Parameters } from './schedule.ts';

export const recipientsMax = 20;
const linkDaysMax = 90;
const parametersMax = 30;

/** Fields of a schedule as a caller sets them; which are needed, the operation says. */
export const scheduleFields = {
  name: Name.describe('As the subject of the mail says it.'),
  report: z.enum(reportNames),
  parameters: Parameters.refine((map) => Object.keys(map).length <= parametersMax, {
    error: `Send at most ${parametersMax} parameters.`,
  }).describe('Input of the report beside its days, such as {"layout": "statutory"} or {"client_id": "client_…"}.'),
  period: z
    .enum(namedPeriods)
    .describe('Days of the report, counted from the due day. Reports as of a day take its last day.'),
  format: z.enum(fileFormats),
  language: Locale.nullable().describe('Of mail and file. Default: the organisation’s language.'),
  frequency: z.enum(frequencies),
  weekday: z.enum(weekdays).describe('For weeks. Default: monday.'),
  anchor_day: z
    .int()
    .min(1)
    .max(31)
    .describe('Day of the month, for months, quarters and years; 31 is the last day of each month. Default: 1.'),
  hour: z.int().min(0).max(23).describe('Hour of the day in the organisation’s time zone. Default: 7.'),
  start_date: Day.describe('No report before this day. Default: today.'),
  member_ids: z.array(Id('member')).max(recipientsMax).describe('Members who get it. Default: only you.'),
  emails: z.array(Email).max(recipientsMax).describe('Outside addresses. Needs the permission data:export.'),
  attach: z.boolean().describe('Attach the file as well. Default: only a link, since mail is kept and forwarded.'),
  link_days: z.int().min(1).max(linkDaysMax).describe('Days that the link works. Default: 14.'),
  when_empty: z.enum(emptyChoices).describe('`skip`: no mail where the report has no figures. Default: send.'),
};

type Given = {
  readonly frequency: Days['frequency'];
  readonly weekday?: (typeof weekdays)[number] | undefined;
  readonly anchor_day?: number | undefined;
};

/** The days that were asked for, with what is usual where nothing is said. */
export function daysGiven({ frequency, weekday, anchor_day: anchor }: Given): Days {
  const isMonthly = frequency === 'month' || frequency === 'quarter' || frequency === 'year';
  if (weekday !== undefined && frequency !== 'week') {
    throw fault('/weekday', 'not_weekly', 'Only weekly schedules have a day of the week.');
  }
  if (anchor !== undefined && !isMonthly) {
    throw fault('/anchor_day', 'not_monthly', 'Only monthly, quarterly and yearly schedules have a day of the month.');
  }
  return {
    frequency,
    weekday: frequency === 'week' ? weekdays.indexOf(weekday ?? 'monday') + 1 : null,
    anchor_day: isMonthly ? (anchor ?? 1) : null,
  };
}
