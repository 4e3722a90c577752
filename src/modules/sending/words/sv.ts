import type { MailWords } from './mail-words.ts';

export const sv: MailWords = {
  greeting: 'Hej {{contact}},',
  quote: [
    'Här kommer vår offert {{number}} på totalt {{total}}. Den gäller till {{valid_until}} och du kan',
    'acceptera den online.',
  ].join(' '),
  invoice: 'Här kommer faktura {{number}} på totalt {{total}}, att betala senast {{due}}.',
  other: 'Här kommer: {{title}} {{number}}.',
  view: 'Visa online',
  closing: 'Vänliga hälsningar',
};
