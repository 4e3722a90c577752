import type { MailMessages } from './mail-words.ts';

export const pl: MailMessages = {
  greeting: 'Dzień dobry, {{contact}},',
  quote: [
    'przesyłamy ofertę {{number}} na łączną kwotę {{total}}. Jest ważna do {{valid_until}} i można ją',
    'zaakceptować online.',
  ].join(' '),
  invoice: 'przesyłamy fakturę {{number}} na łączną kwotę {{total}}, z terminem płatności {{due}}.',
  other: 'przesyłamy: {{title}} {{number}}.',
  reminder: 'Przypomnienie o płatności',
  dueSoon: [
    'przypominamy, że {{due}} upływa termin płatności dokumentu: {{title}} {{number}}. Pozostaje do',
    'zapłaty: {{amount_due}}.',
  ].join(' '),
  overdue: [
    '{{due}} upłynął termin płatności dokumentu: {{title}} {{number}}. Pozostaje do zapłaty:',
    '{{amount_due}}.',
  ].join(' '),
  paidMeanwhile: 'Jeśli płatność została już dokonana, prosimy zignorować tę wiadomość.',
  view: 'Zobacz online',
  closing: 'Z poważaniem',
};
