import type { MailWords } from './mail-words.ts';

export const de: MailWords = {
  greeting: 'Guten Tag {{contact}},',
  quote:
    'anbei erhalten Sie unser Angebot {{number}} über {{total}}. Es ist gültig bis ' +
    '{{valid_until}}, und Sie können es online annehmen.',
  invoice: 'anbei erhalten Sie die Rechnung {{number}} über {{total}}, zahlbar bis {{due}}.',
  view: 'Online ansehen',
  closing: 'Freundliche Grüße',
  beforeDue:
    'wir erinnern freundlich daran, dass {{amount_due}} für die Rechnung {{number}} am {{due}} ' + 'fällig werden.',
  afterDue:
    '{{amount_due}} für die Rechnung {{number}} waren am {{due}} fällig und sind noch offen. ' +
    'Falls Sie inzwischen bezahlt haben, ist diese Nachricht gegenstandslos.',
  reminder: 'Zahlungserinnerung',
};
