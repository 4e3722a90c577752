import { z } from 'zod';
import { forbidden, insufficientScope, notFound, validationFailed } from '../../../operation/errors.ts';
import { operation } from '../../../operation/operation.ts';
import { undoneBy } from '../../../operation/undo.ts';
import { Name, recordInput } from '../../../wire/index.ts';
import { exchangeRateMissing } from '../../exchange/index.ts';
import { methodArchived } from '../../payments/index.ts';
import { createRecurring, rhythmInput } from '../../recurring/index.ts';
import { ambiguousName } from '../../sales/index.ts';
import { locationNotActive } from '../../stock/index.ts';
import { needToPost } from '../create-expense.ts';
import { categoryArchived, notASupplier, supplierNotActive, variantNotBought } from '../expense.ts';
import { RecurringExpense, recurringExpenses, recurringExternalIdTaken, recurringRecord } from './recurring-expense.ts';
import { changingInput, TemplateInput, templateOf } from './recurring-input.ts';

export const templateRefusals = [
  validationFailed,
  notFound,
  ambiguousName,
  exchangeRateMissing,
  methodArchived,
  notASupplier,
  supplierNotActive,
  categoryArchived,
  variantNotBought,
  locationNotActive,
  forbidden,
  insufficientScope,
];

export const createRecurringExpense = operation({
  name: 'create_recurring_expense',
  summary: 'Create a recurring expense on a schedule of days, weeks, months or years.',
  guidance:
    'Each expense is created once, on its date, as a draft or posted. One on the 31st falls on the last day ' +
    'of shorter months.',
  http: 'POST /recurring-expenses',
  effect: 'write',
  permission: 'expenses:manage',
  mcp: 'action',
  creates: true,
  amount: 'later',
  undo: undoneBy('cancel_recurring_expense'),
  input: z.strictObject({ name: Name, template: TemplateInput, ...rhythmInput, ...changingInput, ...recordInput }),
  output: RecurringExpense,
  refuses: [...templateRefusals, recurringExternalIdTaken],
  emits: [recurringExpenses.events.created],
  async run(context, input) {
    if (input.mode === 'post') needToPost(context);
    const template = await templateOf(context, input.template);
    const row = await createRecurring(recurringExpenses, context, input, { template });
    return recurringRecord(context, row);
  },
});
