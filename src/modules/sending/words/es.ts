import type { MailWords } from './mail-words.ts';

export const es: MailWords = {
  greeting: 'Hola, {{contact}}:',
  quote:
    'Le enviamos nuestro presupuesto {{number}} por un total de {{total}}. Es válido hasta el ' +
    '{{valid_until}} y puede aceptarlo en línea.',
  invoice: 'Le enviamos la factura {{number}} por un total de {{total}}, con vencimiento el {{due}}.',
  view: 'Ver en línea',
  closing: 'Un saludo',
  beforeDue: 'Le recordamos que {{amount_due}} de la factura {{number}} vencerán el {{due}}.',
  afterDue:
    '{{amount_due}} de la factura {{number}} vencieron el {{due}} y siguen pendientes. Si ya ha ' +
    'pagado, no tenga en cuenta este mensaje.',
  reminder: 'Recordatorio',
};
