import { sql } from '../../../db/sql.ts';

/** Of an account called `a`: whether it is one of taxes, by its type or by what the service posts there. */
export const isTaxAccount = sql`(a.type in ('tax_payable', 'tax_receivable')
  or a.system_role in ('tax_input', 'tax_output', 'tax_withheld'))`;
