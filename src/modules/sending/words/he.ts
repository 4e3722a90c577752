import type { MailMessages } from './mail-words.ts';

export const he: MailMessages = {
  greeting: 'שלום {{contact}},',
  quote: 'מצורפת הצעת מחיר {{number}} בסך כולל של {{total}}. היא בתוקף עד {{valid_until}} וניתן לאשר אותה באינטרנט.',
  invoice: 'מצורפת חשבונית {{number}} בסך כולל של {{total}}, לתשלום עד {{due}}.',
  other: 'מצורף: {{title}} {{number}}.',
  reminder: 'תזכורת לתשלום',
  dueSoon: ['ברצוננו להזכיר כי מועד התשלום של {{title}} {{number}} הוא {{due}}. יתרה לתשלום: {{amount_due}}.'].join(
    ' ',
  ),
  overdue: 'מועד התשלום של {{title}} {{number}} היה {{due}}. יתרה לתשלום: {{amount_due}}.',
  paidMeanwhile: 'אם כבר שילמתם, אנא התעלמו מהודעה זו.',
  view: 'צפייה באינטרנט',
  closing: 'בברכה',
};
