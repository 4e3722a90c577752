import { z } from 'zod';
import { seenWith } from '../../operation/seen-with.ts';
import { Client, loadClients } from '../clients/index.ts';
import { loadVariants, Variant } from '../products/index.ts';
import { loadLocations, Location } from '../stock/index.ts';
import { loadMethods, PaymentMethod } from '../payments/index.ts';
import { Expense, ExpenseLine, ExpensePayment } from './expense.ts';
import { ExpenseCategory, loadCategories } from './expense-category.ts';

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
  'lines.category': loadCategories,
  'lines.client': seenWith('clients:read', loadClients),
  'lines.variant': seenWith('products:read', loadVariants),
  'lines.location': seenWith('stock:read', loadLocations),
  'payments.method': seenWith('payments:read', loadMethods),
};
