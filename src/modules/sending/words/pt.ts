import type { MailWords } from './mail-words.ts';

export const pt: MailWords = {
  greeting: 'Olá {{contact}},',
  quote: [
    'Enviamos o nosso orçamento {{number}} no total de {{total}}. É válido até {{valid_until}} e pode',
    'aceitá-lo online.',
  ].join(' '),
  invoice: 'Enviamos a fatura {{number}} no total de {{total}}, com vencimento em {{due}}.',
  other: 'Enviamos: {{title}} {{number}}.',
  view: 'Ver online',
  closing: 'Com os melhores cumprimentos',
};
