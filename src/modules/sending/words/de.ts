import type { MailMessages } from './mail-words.ts';

export const de: MailMessages = {
  greeting: 'Guten Tag {{contact}},',
  quote: [
    'anbei erhalten Sie unser Angebot {{number}} über {{total}}. Es ist gültig bis {{valid_until}}, und',
    'Sie können es online annehmen.',
  ].join(' '),
  invoice: 'anbei erhalten Sie die Rechnung {{number}} über {{total}}, zahlbar bis {{due}}.',
  other: 'anbei erhalten Sie: {{title}} {{number}}.',
  reminder: 'Zahlungserinnerung',
  dueSoon: [
    'wir möchten Sie daran erinnern, dass {{title}} {{number}} am {{due}} fällig ist. Offen:',
    '{{amount_due}}.',
  ].join(' '),
  overdue: '{{title}} {{number}} war am {{due}} fällig. Offen: {{amount_due}}.',
  paidMeanwhile: 'Falls Sie inzwischen gezahlt haben, betrachten Sie diese Nachricht bitte als gegenstandslos.',
  view: 'Online ansehen',
  closing: 'Freundliche Grüße',
};
