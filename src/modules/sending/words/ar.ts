import type { MailMessages } from './mail-words.ts';

export const ar: MailMessages = {
  greeting: 'مرحبًا {{contact}}،',
  quote: 'نرسل إليكم عرض السعر {{number}} بإجمالي {{total}}. وهو صالح حتى {{valid_until}} ويمكنكم قبوله عبر الإنترنت.',
  invoice: 'نرسل إليكم الفاتورة {{number}} بإجمالي {{total}}، وتُستحق في {{due}}.',
  other: 'نرسل إليكم: {{title}} {{number}}.',
  reminder: 'تذكير بالدفع',
  dueSoon: 'نذكّركم بأن موعد سداد {{title}} {{number}} هو {{due}}. المبلغ المتبقي: {{amount_due}}.',
  overdue: 'حلّ موعد سداد {{title}} {{number}} في {{due}} ولم يُسدَّد بعد. المبلغ المتبقي: {{amount_due}}.',
  paidMeanwhile: 'إذا كنتم قد سددتم المبلغ، فيُرجى تجاهل هذه الرسالة.',
  view: 'عرض عبر الإنترنت',
  closing: 'مع أطيب التحيات',
};
