import type { MailWords } from './mail-words.ts';

export const sv: MailWords = {
  greeting: 'Hej {{contact}},',
  quote:
    'Här kommer vår offert {{number}} på totalt {{total}}. Den gäller till {{valid_until}} och ' +
    'du kan acceptera den online.',
  invoice: 'Här kommer faktura {{number}} på totalt {{total}}, att betala senast {{due}}.',
  view: 'Visa online',
  closing: 'Vänliga hälsningar',
  beforeDue: 'Vi påminner vänligen om att {{amount_due}} för faktura {{number}} förfaller {{due}}.',
  afterDue:
    '{{amount_due}} för faktura {{number}} förföll {{due}} och är ännu obetald. Har du redan ' +
    'betalat kan du bortse från detta meddelande.',
  reminder: 'Påminnelse',
};
