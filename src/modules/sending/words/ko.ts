import type { MailWords } from './mail-words.ts';

export const ko: MailWords = {
  greeting: '{{contact}} 님께,',
  quote:
    '견적서 {{number}}(총액 {{total}})를 보내 드립니다. {{valid_until}}까지 유효하며 온라인으로 수락하실 수 있습니다.',
  invoice: '청구서 {{number}}(총액 {{total}})를 보내 드립니다. 결제 기한은 {{due}}입니다.',
  other: '{{title}} {{number}}를 보내 드립니다.',
  view: '온라인으로 보기',
  closing: '감사합니다.',
};
