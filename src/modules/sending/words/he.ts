import type { MailWords } from './mail-words.ts';

export const he: MailWords = {
  greeting: 'שלום {{contact}},',
  quote: 'מצורפת הצעת מחיר {{number}} בסך כולל של {{total}}. היא בתוקף עד {{valid_until}} וניתן לאשר אותה באינטרנט.',
  invoice: 'מצורפת חשבונית {{number}} בסך כולל של {{total}}, לתשלום עד {{due}}.',
  other: 'מצורף: {{title}} {{number}}.',
  view: 'צפייה באינטרנט',
  closing: 'בברכה',
};
