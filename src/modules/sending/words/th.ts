import type { MailWords } from './mail-words.ts';

export const th: MailWords = {
  greeting: 'เรียน {{contact}}',
  quote: 'ขอส่งใบเสนอราคา {{number}} ยอดรวม {{total}} มีผลถึง {{valid_until}} และยอมรับได้ทางออนไลน์',
  invoice: 'ขอส่งใบแจ้งหนี้ {{number}} ยอดรวม {{total}} ครบกำหนดชำระ {{due}}',
  view: 'ดูออนไลน์',
  closing: 'ขอแสดงความนับถือ',
  beforeDue: 'ขอแจ้งเตือนว่ายอด {{amount_due}} ของใบแจ้งหนี้ {{number}} จะครบกำหนดชำระ {{due}}',
  afterDue:
    'ยอด {{amount_due}} ของใบแจ้งหนี้ {{number}} ครบกำหนดชำระเมื่อ {{due}} และยังไม่ได้รับชำระ ' + 'หากชำระแล้ว โปรดละเว้นข้อความนี้',
  reminder: 'แจ้งเตือนการชำระเงิน',
};
