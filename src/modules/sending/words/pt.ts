import type { MailMessages } from './mail-words.ts';

export const pt: MailMessages = {
  greeting: 'Olá {{contact}},',
  quote: [
    'Enviamos o nosso orçamento {{number}} no total de {{total}}. É válido até {{valid_until}} e pode',
    'aceitá-lo online.',
  ].join(' '),
  invoice: 'Enviamos a fatura {{number}} no total de {{total}}, com vencimento em {{due}}.',
  other: 'Enviamos: {{title}} {{number}}.',
  reminder: 'Lembrete de pagamento',
  dueSoon: 'Lembramos que {{title}} {{number}} vence em {{due}}. Valor em aberto: {{amount_due}}.',
  overdue: '{{title}} {{number}} venceu em {{due}}. Valor em aberto: {{amount_due}}.',
  paidMeanwhile: 'Se entretanto já efetuou o pagamento, queira desconsiderar esta mensagem.',
  view: 'Ver online',
  closing: 'Com os melhores cumprimentos',
};
