import type { MailWords } from './mail-words.ts';

export const pt: MailWords = {
  greeting: 'Olá {{contact}},',
  quote:
    'Enviamos o nosso orçamento {{number}} no total de {{total}}. É válido até {{valid_until}} e ' +
    'pode aceitá-lo online.',
  invoice: 'Enviamos a fatura {{number}} no total de {{total}}, com vencimento em {{due}}.',
  view: 'Ver online',
  closing: 'Com os melhores cumprimentos',
  beforeDue: 'Lembramos que {{amount_due}} da fatura {{number}} vencem em {{due}}.',
  afterDue:
    '{{amount_due}} da fatura {{number}} venceram em {{due}} e continuam por pagar. Se ' +
    'entretanto já pagou, ignore esta mensagem.',
  reminder: 'Lembrete',
};
