export type UnreadableCode =
  | 'not_an_invoice'
  | 'not_xml'
  | 'has_doctype'
  | 'too_large'
  | 'too_deep'
  | 'field_missing'
  | 'field_wrong'
  | 'no_attachment'
  | 'encrypted';

/** Reason why a file cannot be read: `place` is the path of the faulty element, if there is one. */
export class UnreadableInvoice extends Error {
  override readonly name = 'UnreadableInvoice';
  readonly code: UnreadableCode;
  readonly place: string | null;

  constructor(code: UnreadableCode, message: string, place: string | null = null) {
    super(message);
    this.code = code;
    this.place = place;
  }
}
