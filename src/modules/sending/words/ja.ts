import type { MailWords } from './mail-words.ts';

export const ja: MailWords = {
  greeting: '{{contact}} 様',
  quote:
    '見積書 {{number}}（合計 {{total}}）をお送りします。有効期限は{{valid_until}}で、オンラインで承諾いただけます。',
  invoice: '請求書 {{number}}（合計 {{total}}）をお送りします。お支払期限は{{due}}です。',
  other: '{{title}} {{number}} をお送りします。',
  view: 'オンラインで見る',
  closing: 'よろしくお願いいたします。',
};
