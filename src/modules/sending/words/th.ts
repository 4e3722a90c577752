import type { MailMessages } from './mail-words.ts';

export const th: MailMessages = {
  greeting: 'เรียน {{contact}}',
  quote: 'ขอส่งใบเสนอราคา {{number}} ยอดรวม {{total}} มีผลถึง {{valid_until}} และยอมรับได้ทางออนไลน์',
  invoice: 'ขอส่งใบแจ้งหนี้ {{number}} ยอดรวม {{total}} ครบกำหนดชำระ {{due}}',
  other: 'ขอส่ง{{title}} {{number}}',
  reminder: 'แจ้งเตือนการชำระเงิน',
  dueSoon: 'ขอแจ้งให้ทราบว่า{{title}} {{number}} ครบกำหนดชำระ {{due}} ยอดคงค้าง {{amount_due}}',
  overdue: '{{title}} {{number}} ครบกำหนดชำระเมื่อ {{due}} ยอดคงค้าง {{amount_due}}',
  paidMeanwhile: 'หากท่านชำระแล้ว โปรดละเว้นข้อความนี้',
  view: 'ดูออนไลน์',
  closing: 'ขอแสดงความนับถือ',
};
