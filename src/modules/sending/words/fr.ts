import type { MailMessages } from './mail-words.ts';

export const fr: MailMessages = {
  greeting: 'Bonjour {{contact}},',
  quote: [
    'Veuillez trouver notre devis {{number}} d’un total de {{total}}. Il est valable jusqu’au',
    '{{valid_until}} et vous pouvez l’accepter en ligne.',
  ].join(' '),
  invoice: 'Veuillez trouver la facture {{number}} d’un total de {{total}}, à régler avant le {{due}}.',
  other: 'Veuillez trouver ci-joint : {{title}} {{number}}.',
  reminder: 'Rappel de paiement',
  dueSoon: [
    'Nous vous rappelons que le document suivant arrive à échéance le {{due}} : {{title}}',
    '{{number}}. Reste à payer : {{amount_due}}.',
  ].join(' '),
  overdue: [
    'Sauf erreur de notre part, le document suivant était à régler avant le {{due}} : {{title}}',
    '{{number}}. Reste à payer : {{amount_due}}.',
  ].join(' '),
  paidMeanwhile: 'Si vous avez réglé entre-temps, veuillez ne pas tenir compte de ce message.',
  view: 'Voir en ligne',
  closing: 'Cordialement',
};
