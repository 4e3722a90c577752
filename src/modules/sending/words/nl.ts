import type { MailMessages } from './mail-words.ts';

export const nl: MailMessages = {
  greeting: 'Beste {{contact}},',
  quote: [
    'Hierbij ontvangt u onze offerte {{number}} voor een totaal van {{total}}. Ze is geldig tot',
    '{{valid_until}} en u kunt haar online accepteren.',
  ].join(' '),
  invoice: 'Hierbij ontvangt u factuur {{number}} voor een totaal van {{total}}, te betalen voor {{due}}.',
  other: 'Hierbij ontvangt u: {{title}} {{number}}.',
  reminder: 'Betalingsherinnering',
  dueSoon: [
    'Wij herinneren u eraan dat {{title}} {{number}} op {{due}} vervalt. Openstaand bedrag:',
    '{{amount_due}}.',
  ].join(' '),
  overdue: [
    '{{title}} {{number}} had uiterlijk op {{due}} betaald moeten zijn. Openstaand bedrag:',
    '{{amount_due}}.',
  ].join(' '),
  paidMeanwhile: 'Hebt u intussen betaald, dan kunt u dit bericht als niet verzonden beschouwen.',
  view: 'Online bekijken',
  closing: 'Met vriendelijke groet',
};
