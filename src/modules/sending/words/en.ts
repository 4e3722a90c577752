import type { MailWords } from './mail-words.ts';

export const en: MailWords = {
  greeting: 'Hello {{contact}},',
  quote: [
    'Please find our quote {{number}} for a total of {{total}}. It is valid until {{valid_until}}, and',
    'you can accept it online.',
  ].join(' '),
  invoice: 'Please find invoice {{number}} for a total of {{total}}, due on {{due}}.',
  other: 'Please find {{title}} {{number}}.',
  view: 'View online',
  closing: 'Kind regards',
};
