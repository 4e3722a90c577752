import type { MailWords } from './mail-words.ts';

export const zh: MailWords = {
  greeting: '{{contact}}，您好：',
  quote: '随信附上报价单 {{number}}，总额 {{total}}，有效期至 {{valid_until}}，您可在线接受。',
  invoice: '随信附上发票 {{number}}，总额 {{total}}，付款期限为 {{due}}。',
  other: '随信附上{{title}} {{number}}。',
  view: '在线查看',
  closing: '此致',
};
