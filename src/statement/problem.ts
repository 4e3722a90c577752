/**
 * `refused`: a line or statement is left out. `question`: the file can be read in two ways, and nothing of it counts
 * until the caller says which. `warning`: it was read, and a person should look.
 */
export type ProblemWeight = 'refused' | 'question' | 'warning';

export type ProblemCode =
  | 'wrong_amount'
  | 'too_many_decimals'
  | 'unknown_currency'
  | 'wrong_day'
  | 'wrong_direction'
  | 'field_missing'
  | 'balance_currency'
  | 'closing_missing'
  | 'page_missing'
  | 'details_differ'
  | 'signs_unsure'
  | 'date_format_unsure'
  | 'number_format_unsure'
  | 'currency_missing'
  | 'column_missing'
  | 'running_balance_broken'
  | 'row_left_out'
  | 'file_left_out'
  | 'truncated';

/** `place` is where in the file: a line number or the path of an element. */
export type Problem = {
  readonly weight: ProblemWeight;
  readonly code: ProblemCode;
  readonly message: string;
  readonly place: string;
};

/** Problems of one file: the first are kept, since a file that is wrong throughout says the same 100,000 times. */
export class Problems {
  readonly #kept: Problem[] = [];

  add(problem: Problem): void {
    if (this.#kept.length < problemsMax) this.#kept.push(problem);
  }

  list(): readonly Problem[] {
    return this.#kept;
  }
}

const problemsMax = 500;

export type UnreadableStatementCode =
  | 'not_a_statement'
  | 'not_xml'
  | 'has_doctype'
  | 'too_large'
  | 'too_deep'
  | 'too_many_lines'
  | 'unsupported_format'
  | 'wrong_encoding'
  | 'zip_broken'
  | 'zip_bomb';

/** Reason why nothing can be made of a file. */
export class UnreadableStatement extends Error {
  override readonly name = 'UnreadableStatement';
  readonly code: UnreadableStatementCode;
  /** Such as `line 7`; null where no one place is at fault. */
  readonly place: string | null;

  constructor(code: UnreadableStatementCode, message: string, place: string | null = null) {
    super(message);
    this.code = code;
    this.place = place;
  }
}

/** A fault of one line, which is left out for it; whoever reads the line adds the place. */
export class LineFault extends Error {
  override readonly name = 'LineFault';
  readonly code: ProblemCode;

  constructor(code: ProblemCode, message: string) {
    super(message);
    this.code = code;
  }
}

export const linesMax = 100_000;

export function refuseTooMany(): UnreadableStatement {
  return new UnreadableStatement('too_many_lines', `the file has more than ${linesMax} lines; send it in parts`);
}
