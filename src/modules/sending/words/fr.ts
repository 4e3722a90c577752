import type { MailWords } from './mail-words.ts';

export const fr: MailWords = {
  greeting: 'Bonjour {{contact}},',
  quote:
    'Veuillez trouver notre devis {{number}} d’un total de {{total}}. Il est valable jusqu’au ' +
    '{{valid_until}} et vous pouvez l’accepter en ligne.',
  invoice: 'Veuillez trouver la facture {{number}} d’un total de {{total}}, à régler avant le {{due}}.',
  view: 'Voir en ligne',
  closing: 'Cordialement',
  beforeDue:
    'Nous vous rappelons aimablement que {{amount_due}} au titre de la facture {{number}} seront ' + 'dus le {{due}}.',
  afterDue:
    '{{amount_due}} au titre de la facture {{number}} étaient dus le {{due}} et restent à payer. ' +
    'Si vous avez réglé entre-temps, ne tenez pas compte de ce message.',
  reminder: 'Rappel',
};
