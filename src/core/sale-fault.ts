/** Faults of the input of a sale; anything else that is thrown here is a bug of ours. */
const reasons = {
  currency_unknown: 'the currency is not one of ISO 4217',
  quantity_zero: 'a quantity is not zero',
  price_negative: 'a unit price is never negative',
  tax_repeated: 'a tax is charged once at most',
  discount_negative: 'a discount is never negative',
  discount_exceeds_line: 'a discount is never larger than its line',
  discount_on_return: 'a line with a negative quantity has no discount of its own: write the price that was paid',
  discount_exceeds_document: 'a discount is never larger than the lines that it lowers',
  discount_scope_unknown: 'a discount names each of its lines once, and only lines that are there',
  charge_negative: 'a charge is never negative',
  increment_not_positive: 'an increment for cash rounding is more than zero',
  withheld_exceeds_payable: 'no more tax can be withheld than there is to pay',
  return_exceeds_sold: 'no more can be returned than was sold and is not yet returned',
  total_negative: 'no more is taken back than is sold: what is owed to the client is a credit note',
  amount_too_large: 'the amount is too large to keep',
} as const;

export type SaleFaultCode = keyof typeof reasons;

/** `line`, `discount` and `charge` are positions in the draft, from zero. */
export type SaleFaultPlace = { readonly line?: number; readonly discount?: number; readonly charge?: number };

export class SaleFault extends Error {
  override readonly name = 'SaleFault';
  readonly code: SaleFaultCode;
  readonly line: number | undefined;
  readonly discount: number | undefined;
  readonly charge: number | undefined;

  constructor(code: SaleFaultCode, place: SaleFaultPlace = {}) {
    super(reasons[code]);
    this.code = code;
    this.line = place.line;
    this.discount = place.discount;
    this.charge = place.charge;
  }
}
