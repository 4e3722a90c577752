import type { MailMessages } from './mail-words.ts';

export const it: MailMessages = {
  greeting: 'Buongiorno {{contact}},',
  quote: [
    'Le inviamo il nostro preventivo {{number}} per un totale di {{total}}. È valido fino al',
    '{{valid_until}} e può accettarlo online.',
  ].join(' '),
  invoice: 'Le inviamo la fattura {{number}} per un totale di {{total}}, con scadenza il {{due}}.',
  other: 'Le inviamo: {{title}} {{number}}.',
  reminder: 'Sollecito di pagamento',
  dueSoon: ['Le ricordiamo che {{title}} {{number}} scade il {{due}}. Importo ancora dovuto: {{amount_due}}.'].join(
    ' ',
  ),
  overdue: [
    '{{title}} {{number}}: il pagamento era dovuto entro il {{due}}. Importo ancora dovuto:',
    '{{amount_due}}.',
  ].join(' '),
  paidMeanwhile: 'Se nel frattempo ha già pagato, non tenga conto di questo messaggio.',
  view: 'Vedi online',
  closing: 'Cordiali saluti',
};
