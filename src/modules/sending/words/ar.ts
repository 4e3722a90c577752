import type { MailWords } from './mail-words.ts';

export const ar: MailWords = {
  greeting: 'مرحبًا {{contact}}،',
  quote: 'نرسل إليكم عرض السعر {{number}} بإجمالي {{total}}. وهو صالح حتى {{valid_until}} ويمكنكم قبوله عبر الإنترنت.',
  invoice: 'نرسل إليكم الفاتورة {{number}} بإجمالي {{total}}، وتُستحق في {{due}}.',
  other: 'نرسل إليكم: {{title}} {{number}}.',
  view: 'عرض عبر الإنترنت',
  closing: 'مع أطيب التحيات',
};
