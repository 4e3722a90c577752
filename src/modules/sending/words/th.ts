import type { MailWords } from './mail-words.ts';

export const th: MailWords = {
  greeting: 'เรียน {{contact}}',
  quote: 'ขอส่งใบเสนอราคา {{number}} ยอดรวม {{total}} มีผลถึง {{valid_until}} และยอมรับได้ทางออนไลน์',
  invoice: 'ขอส่งใบแจ้งหนี้ {{number}} ยอดรวม {{total}} ครบกำหนดชำระ {{due}}',
  other: 'ขอส่ง{{title}} {{number}}',
  view: 'ดูออนไลน์',
  closing: 'ขอแสดงความนับถือ',
};
