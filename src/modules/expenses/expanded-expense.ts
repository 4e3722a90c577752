import { z } from 'zod';
import { seenWith } from '../../operation/seen-with.ts';
import { Client, loadClients } from '../clients/index.ts';
import { loadVariants, Variant } from '../products/index.ts';
import { locations, Location } from '../stock/index.ts';
import { PaymentMethod, paymentMethods } from '../payments/index.ts';
import { Expense, ExpenseLine, ExpensePayment } from './expense.ts';
import { ExpenseCategory, expenseCategories } from './categories/expense-category.ts';

/** An expense with what `expand` may add to it. */
export const ExpandedExpense = Expense.extend({
  supplier: Client.nullable().optional(),
  lines: z.array(
    ExpenseLine.extend({
      category: ExpenseCategory.nullable().optional(),
      client: Client.nullable().optional(),
      variant: Variant.nullable().optional(),
      location: Location.nullable().optional(),
    }),
  ),
  payments: z.array(ExpensePayment.extend({ method: PaymentMethod.nullable().optional() })),
});

export const expenseExpansions = {
  supplier: seenWith('clients:read', loadClients),
  'lines.category': expenseCategories.load,
  'lines.client': seenWith('clients:read', loadClients),
  'lines.variant': seenWith('products:read', loadVariants),
  'lines.location': seenWith('stock:read', locations.load),
  'payments.method': seenWith('payments:read', paymentMethods.load),
};
