import type { MailWords } from './mail-words.ts';

export const es: MailWords = {
  greeting: 'Hola, {{contact}}:',
  quote: [
    'Le enviamos nuestro presupuesto {{number}} por un total de {{total}}. Es válido hasta el',
    '{{valid_until}} y puede aceptarlo en línea.',
  ].join(' '),
  invoice: 'Le enviamos la factura {{number}} por un total de {{total}}, con vencimiento el {{due}}.',
  other: 'Le enviamos: {{title}} {{number}}.',
  view: 'Ver en línea',
  closing: 'Un saludo',
};
