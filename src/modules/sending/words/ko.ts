import type { MailMessages } from './mail-words.ts';

export const ko: MailMessages = {
  greeting: '{{contact}} 님께,',
  quote:
    '견적서 {{number}}(총액 {{total}})를 보내 드립니다. {{valid_until}}까지 유효하며 온라인으로 수락하실 수 있습니다.',
  invoice: '청구서 {{number}}(총액 {{total}})를 보내 드립니다. 결제 기한은 {{due}}입니다.',
  other: '{{title}} {{number}}를 보내 드립니다.',
  reminder: '결제 안내',
  dueSoon: '{{title}} {{number}}의 결제 기한은 {{due}}입니다. 미결제 금액은 {{amount_due}}입니다.',
  overdue: '{{title}} {{number}}의 결제 기한({{due}})이 지났습니다. 미결제 금액은 {{amount_due}}입니다.',
  paidMeanwhile: '이미 결제하셨다면 이 메일은 무시해 주십시오.',
  view: '온라인으로 보기',
  closing: '감사합니다.',
};
