import type { MailMessages } from './mail-words.ts';

export const en: MailMessages = {
  greeting: 'Hello {{contact}},',
  quote: [
    'Please find our quote {{number}} for a total of {{total}}. It is valid until {{valid_until}}, and',
    'you can accept it online.',
  ].join(' '),
  invoice: 'Please find invoice {{number}} for a total of {{total}}, due on {{due}}.',
  other: 'Please find {{title}} {{number}}.',
  reminder: 'Payment reminder',
  dueSoon: 'Please remember that {{title}} {{number}} is due on {{due}}. {{amount_due}} is still open.',
  overdue: '{{title}} {{number}} was due on {{due}}, and {{amount_due}} is still open.',
  paidMeanwhile: 'If you have paid in the meantime, please disregard this message.',
  view: 'View online',
  closing: 'Kind regards',
};
