import type { MailMessages } from './mail-words.ts';

export const zh: MailMessages = {
  greeting: '{{contact}}，您好：',
  quote: '随信附上报价单 {{number}}，总额 {{total}}，有效期至 {{valid_until}}，您可在线接受。',
  invoice: '随信附上发票 {{number}}，总额 {{total}}，付款期限为 {{due}}。',
  other: '随信附上{{title}} {{number}}。',
  reminder: '付款提醒',
  dueSoon: '谨此提醒：{{title}} {{number}} 的付款期限为 {{due}}，待付金额为 {{amount_due}}。',
  overdue: '{{title}} {{number}} 的付款期限为 {{due}}，现已逾期，待付金额为 {{amount_due}}。',
  paidMeanwhile: '如您已付款，请忽略本邮件。',
  view: '在线查看',
  closing: '此致',
};
