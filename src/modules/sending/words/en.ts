import type { MailWords } from './mail-words.ts';

export const en: MailWords = {
  greeting: 'Hello {{contact}},',
  quote:
    'Please find our quote {{number}} for a total of {{total}}. It is valid until ' +
    '{{valid_until}}, and you can accept it online.',
  invoice: 'Please find invoice {{number}} for a total of {{total}}, due on {{due}}.',
  view: 'View online',
  closing: 'Kind regards',
  beforeDue: 'This is a friendly reminder that {{amount_due}} for invoice {{number}} will be due on {{due}}.',
  afterDue:
    '{{amount_due}} for invoice {{number}} was due on {{due}} and is still open. If you have ' +
    'paid in the meantime, please ignore this message.',
  reminder: 'Reminder',
};
