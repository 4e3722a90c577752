import type { MailWords } from './mail-words.ts';

export const it: MailWords = {
  greeting: 'Buongiorno {{contact}},',
  quote: [
    'Le inviamo il nostro preventivo {{number}} per un totale di {{total}}. È valido fino al',
    '{{valid_until}} e può accettarlo online.',
  ].join(' '),
  invoice: 'Le inviamo la fattura {{number}} per un totale di {{total}}, con scadenza il {{due}}.',
  other: 'Le inviamo: {{title}} {{number}}.',
  view: 'Vedi online',
  closing: 'Cordiali saluti',
};
