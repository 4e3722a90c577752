import type { MailMessages } from './mail-words.ts';

export const es: MailMessages = {
  greeting: 'Hola, {{contact}}:',
  quote: [
    'Le enviamos nuestro presupuesto {{number}} por un total de {{total}}. Es válido hasta el',
    '{{valid_until}} y puede aceptarlo en línea.',
  ].join(' '),
  invoice: 'Le enviamos la factura {{number}} por un total de {{total}}, con vencimiento el {{due}}.',
  other: 'Le enviamos: {{title}} {{number}}.',
  reminder: 'Recordatorio de pago',
  dueSoon: 'Le recordamos que {{title}} {{number}} vence el {{due}}. Importe pendiente: {{amount_due}}.',
  overdue: '{{title}} {{number}} venció el {{due}}. Importe pendiente: {{amount_due}}.',
  paidMeanwhile: 'Si ya ha realizado el pago, no tenga en cuenta este mensaje.',
  view: 'Ver en línea',
  closing: 'Un saludo',
};
