import { formatMoney, type Money } from '../../core/money.ts';
import { parseDecimal, percentScale } from '../../core/decimal.ts';
import { validationFailed } from '../../operation/errors.ts';
import { documentLocale } from '../../render/document-locale.ts';
import { namedValue } from '../../messages/named-value.ts';
import { earlyDiscountText } from '../../render/early-discount.ts';
import { formatFor } from '../../render/format.ts';
import { languageOf, type Messages, messagesOf } from '../../messages/index.ts';
import { labelsFor } from '../../render/labels.ts';
import type { DocumentRecord } from '../documents/index.ts';
import type { Recipient } from './recipients.ts';

/** Placeholders in the texts of a mail, such as `{{number}}`. */
const placeholders = [
  'number',
  'title',
  'issued',
  'due',
  'days_overdue',
  'valid_until',
  'total',
  'amount_due',
  'early_discounts',
  'client',
  'contact',
  'seller',
  'link',
] as const;
type Values = Readonly<Record<(typeof placeholders)[number], string>>;

/** Stands for the link wherever a mail is told of: only who receives it learns the link. */
export const linkMark = '{{link}}';

const pattern = /\{\{\s*([a-z_]+)\s*\}\}/g;

/** Fields of a document that mails mention. */
type Facts = Pick<
  DocumentRecord,
  | ('type' | 'number' | 'snapshot' | 'currency' | 'issue_date' | 'due_date' | 'days_overdue' | 'valid_until')
  | ('total' | 'amount_due' | 'client_name' | 'payment_schedule' | 'early_discounts')
>;

type MailMessages = Messages['document_mail'];
export type Letter = { readonly subject: string; readonly message: string };

/** Text of a mail: the caller's, or the default in the document's language, filled in. */
export function compose(record: Facts, template: Letter, recipient: Recipient): Letter {
  const values = valuesOf(record, recipient);
  const message = template.message.includes('link') ? template.message : `${template.message}\n\n${linkMark}`;
  // One line of a header, whatever stands in what is filled in.
  const subject = filled(template.subject, values).replaceAll(/\s+/g, ' ').trim();
  return { subject, message: filled(message, values) };
}

/** The texts of a mail that nobody wrote otherwise. */
export function letterOf({ type, snapshot, early_discounts: early }: DocumentRecord): Letter {
  const language = snapshot?.language ?? 'en';
  const words = wordsOf(language);
  const sentence = type === 'quote' || type === 'invoice' ? words[type] : words.other;
  return {
    subject: '{{title}} {{number}} · {{seller}}',
    message: around(language, early.length === 0 ? sentence : `${sentence}\n{{early_discounts}}`),
  };
}

/** The texts of a mail that reminds of what is due, or was. */
export function reminderLetter(language: string, { overdue }: { readonly overdue: boolean }): Letter {
  const words = wordsOf(language);
  const message = around(language, overdue ? words.overdue : words.dueSoon, words.paidMeanwhile);
  const what = namedValue(spokenIn(language), words.reminder, '{{title}} {{number}}');
  return { subject: `${what} · {{seller}}`, message };
}

/** A sentence with what stands around it in a mail. */
function around(language: string, sentence: string, last?: string): string {
  const { greeting, view, closing } = wordsOf(language);
  const parts = [greeting, sentence, namedValue(spokenIn(language), view, linkMark), last, `${closing}\n{{seller}}`];
  return parts.filter((part) => part !== undefined).join('\n\n');
}

function spokenIn(language: string): string {
  return languageOf(language, 'document_mail');
}

/** Organisations write `{{number}}` in their own texts, so that a brace of theirs is no placeholder. */
function wordsOf(language: string): MailMessages {
  const texts = Object.entries(messagesOf(language, 'document_mail'));
  // The same keys with another mark around placeholders.
  return Object.fromEntries(
    texts.map(([key, text]) => [key, text.replaceAll(/\{([a-z_]+)\}/g, '{{$1}}')]),
  ) as MailMessages;
}

/** Refuses texts that name what there is not, before anybody is sent such a thing. */
export function checkPlaceholders(pointer: string, text: string): void {
  const unknown = [...text.matchAll(pattern)].map(([, name = '']) => name).filter((name) => !isName(name));
  if (unknown.length === 0) return;
  const message = `There is no {{${unknown[0]}}}. Use one of these placeholders: ${placeholders.join(', ')}.`;
  throw validationFailed({ errors: [{ pointer, code: 'unknown_placeholder', message }], hint: message });
}

function isName(name: string): name is keyof Values {
  return placeholders.some((known) => known === name);
}

/** In one pass: no value is looked at again. */
function filled(text: string, values: Values): string {
  return text.replaceAll(pattern, (whole, name: string) => (isName(name) ? values[name] : whole));
}

function valuesOf(record: Facts, recipient: Recipient): Values {
  const { snapshot, currency } = record;
  const spoken = spokenIn(snapshot?.language ?? 'en');
  const language = documentLocale({ language: spoken, country: snapshot?.seller.address?.country ?? null });
  const [labels, format] = [labelsFor(language), formatFor(language, currency, 'long')];
  const day = (value: string | null) => (value === null ? '' : format.day(value));
  const amount = (value: Money) => format.money(parseDecimal(formatMoney(value))?.units ?? 0n);
  return {
    number: record.number ?? '',
    title: labels.title[record.type],
    issued: day(record.issue_date),
    due: dueText(record.payment_schedule, { language, day, amount }) ?? day(record.due_date),
    days_overdue: String(record.days_overdue),
    valid_until: day(record.valid_until),
    // A delivery note tells no prices.
    total: record.type === 'delivery_note' ? '' : amount(record.total),
    amount_due: record.type === 'delivery_note' ? '' : amount(record.amount_due ?? record.total),
    early_discounts: record.early_discounts
      .map(({ days, percent, until, payable }) => {
        const share = { units: percent, scale: percentScale };
        return earlyDiscountText({ days, percent: share, until, payable: payable.minor }, { labels, format });
      })
      .join('\n'),
    client: record.client_name ?? recipient.email,
    contact: recipient.name ?? record.client_name ?? recipient.email,
    seller: snapshot?.seller.name ?? '',
    link: linkMark,
  };
}

type Writing = {
  readonly language: string;
  readonly day: (value: string) => string;
  readonly amount: (value: Money) => string;
};

/** Instalments left: each date with its amount. */
function dueText(schedule: Facts['payment_schedule'], { language, day, amount }: Writing): string | undefined {
  const left = schedule.filter(({ amount_due: due }) => due.minor > 0n);
  const parts = left.map(({ due_date: due, amount_due: part }) => `${day(due)} (${amount(part)})`);
  return parts.length > 1 ? new Intl.ListFormat(language, { type: 'conjunction' }).format(parts) : undefined;
}
