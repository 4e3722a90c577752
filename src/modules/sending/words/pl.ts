import type { MailWords } from './mail-words.ts';

export const pl: MailWords = {
  greeting: 'Dzień dobry, {{contact}},',
  quote:
    'przesyłamy ofertę {{number}} na łączną kwotę {{total}}. Jest ważna do {{valid_until}} i ' +
    'można ją zaakceptować online.',
  invoice: 'przesyłamy fakturę {{number}} na łączną kwotę {{total}}, z terminem płatności {{due}}.',
  view: 'Zobacz online',
  closing: 'Z poważaniem',
  beforeDue: 'przypominamy, że termin płatności {{amount_due}} za fakturę {{number}} przypada {{due}}.',
  afterDue:
    'termin płatności {{amount_due}} za fakturę {{number}} minął {{due}}, a kwota nie została ' +
    'jeszcze zapłacona. Jeśli płatność została już wysłana, prosimy zignorować tę wiadomość.',
  reminder: 'Przypomnienie',
};
