export type Asset = {
  readonly id: string;
  readonly name: string;
  readonly class: string;
  readonly status: string;
  readonly serial_number: string | null;
  readonly location: string | null;
  readonly expense_id: string | null;
  readonly cost: string;
  readonly residual_value: string;
  readonly accumulated_depreciation: string;
  readonly book_value: string;
  readonly currency: string;
  readonly acquired_on: string;
  readonly in_use_from: string;
  readonly method: string;
  readonly life_months: number | null;
  readonly yearly_rate: string | null;
  readonly next_date: string | null;
  readonly disposal: {
    readonly kind: string;
    readonly date: string;
    readonly proceeds: string;
    readonly gain: string;
    readonly sale_id: string | null;
    readonly reason: string | null;
  } | null;
  readonly void_reason: string | null;
  readonly version: number;
  readonly parts: readonly {
    readonly kind: string;
    readonly due_date: string;
    readonly amount: string;
    readonly posted_on: string | null;
    readonly journal_entry_id: string | null;
  }[];
};

export const assetNeeds = 'ledger:write';
export const assetChanges = ['assets', 'journal-entries', 'reports'];
