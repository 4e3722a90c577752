import type { MailWords } from './mail-words.ts';

export const fr: MailWords = {
  greeting: 'Bonjour {{contact}},',
  quote: [
    'Veuillez trouver notre devis {{number}} d’un total de {{total}}. Il est valable jusqu’au',
    '{{valid_until}} et vous pouvez l’accepter en ligne.',
  ].join(' '),
  invoice: 'Veuillez trouver la facture {{number}} d’un total de {{total}}, à régler avant le {{due}}.',
  other: 'Veuillez trouver ci-joint : {{title}} {{number}}.',
  view: 'Voir en ligne',
  closing: 'Cordialement',
};
