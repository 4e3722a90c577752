import type { MailMessages } from './mail-words.ts';

export const ja: MailMessages = {
  greeting: '{{contact}} 様',
  quote:
    '見積書 {{number}}（合計 {{total}}）をお送りします。有効期限は{{valid_until}}で、オンラインで承諾いただけます。',
  invoice: '請求書 {{number}}（合計 {{total}}）をお送りします。お支払期限は{{due}}です。',
  other: '{{title}} {{number}} をお送りします。',
  reminder: 'お支払いのご案内',
  dueSoon: '{{title}} {{number}} のお支払期限は{{due}}です。未払い残高は{{amount_due}}です。',
  overdue: '{{title}} {{number}} のお支払期限（{{due}}）が過ぎております。未払い残高は{{amount_due}}です。',
  paidMeanwhile: 'すでにお支払いいただいている場合は、本メールをご容赦ください。',
  view: 'オンラインで見る',
  closing: 'よろしくお願いいたします。',
};
