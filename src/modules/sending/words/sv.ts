import type { MailMessages } from './mail-words.ts';

export const sv: MailMessages = {
  greeting: 'Hej {{contact}},',
  quote: [
    'Här kommer vår offert {{number}} på totalt {{total}}. Den gäller till {{valid_until}} och du kan',
    'acceptera den online.',
  ].join(' '),
  invoice: 'Här kommer faktura {{number}} på totalt {{total}}, att betala senast {{due}}.',
  other: 'Här kommer: {{title}} {{number}}.',
  reminder: 'Betalningspåminnelse',
  dueSoon: [
    'Vi vill påminna om att {{title}} {{number}} förfaller den {{due}}. Kvar att betala:',
    '{{amount_due}}.',
  ].join(' '),
  overdue: '{{title}} {{number}} förföll den {{due}}. Kvar att betala: {{amount_due}}.',
  paidMeanwhile: 'Om ni redan har betalat kan ni bortse från detta meddelande.',
  view: 'Visa online',
  closing: 'Vänliga hälsningar',
};
