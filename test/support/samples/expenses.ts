import { newEInvoice, newFile } from './files.ts';
import { lifecycle, type Make, of, type Samples } from './make.ts';

const newExpenseCategory: Make = async ({ fresh, call }) => ({
  name: fresh('spending'),
  account_id: (await call('list_accounts', { code: '6700' })).data[0].id,
});

const newExpense: Make = ({ fresh, ids }) => ({
  payee_name: fresh('payee'),
  notes: fresh('expense'),
  tags: [fresh('tag')],
  paid_by: 'member',
  lines: [{ category_id: ids['xcat'], amount: '12.00', description: fresh('spent') }],
});

const owedExpense: Make = async (shop, person) => ({
  ...(await newExpense(shop, person)),
  paid_by: 'company',
  post: true,
});

const submittedExpense: Make = async (shop, person) => {
  const { id } = await shop.call('create_expense', await newExpense(shop, person));
  await shop.call('submit_expense', { id });
  return { id };
};

/** A bill of a supplier of its own, which a payment may pay. */
const suppliedExpense: Make = async (shop, person) => {
  const display_name = shop.fresh('supplier');
  const supplier = await shop.call('create_client', { type: 'business', display_name, roles: ['supplier'] });
  const { payee_name: _, ...bill } = await owedExpense(shop, person);
  return shop.call('create_expense', { ...bill, supplier_id: supplier.id });
};

const newSupplierPayment: Make = async (shop, person) => {
  const { id, supplier_id } = await suppliedExpense(shop, person);
  const about = { notes: shop.fresh('settled'), tags: [shop.fresh('tag')], reference: shop.fresh('run') };
  return { supplier_id, method_id: shop.ids['pm'], allocations: [{ expense_id: id, amount: '2.00' }], ...about };
};

/** A payment with 5.00 more than the bill that it pays. */
const newAdvance: Make = async (shop, person) => ({
  ...(await newSupplierPayment(shop, person)),
  amount: '7.00',
  keep_credit: true,
});

const newRecurring: Make = ({ fresh, ids }) => ({
  name: fresh('rent'),
  frequency: 'month',
  tags: [fresh('tag')],
  template: {
    payee_name: fresh('landlord'),
    paid_by: 'member',
    lines: [{ category_id: ids['xcat'], amount: '900.00', description: fresh('rent') }],
  },
});

export const expensesSamples: Samples = {
  spread_expense: of('create_expense', owedExpense, { from: '2026-01-01', to: '2040-12-31' }),
  create_expense_from_file: async (shop, person) => ({
    file_id: (await shop.call('create_file', await newEInvoice(shop, person))).id,
  }),
  ...lifecycle('expense_category', newExpenseCategory, { position: 3 }),
  delete_expense_category: of('create_expense_category', newExpenseCategory),
  merge_expense_categories: async (shop, person) => {
    const { id } = await shop.call('create_expense_category', await newExpenseCategory(shop, person));
    return { id, into_id: (await shop.call('create_expense_category', await newExpenseCategory(shop, person))).id };
  },
  create_recurring_expense: newRecurring,
  update_recurring_expense: async (shop, person) => {
    const { id } = await shop.call('create_recurring_expense', await newRecurring(shop, person));
    return { id, due_in_days: 3, template: (await newRecurring(shop, person))['template'] };
  },
  pause_recurring_expense: of('create_recurring_expense', newRecurring),
  cancel_recurring_expense: of('create_recurring_expense', newRecurring),
  run_recurring_expense: async (shop, person) => {
    const posting = { ...(await newRecurring(shop, person)), mode: 'post' };
    return { id: (await shop.call('create_recurring_expense', posting)).id };
  },
  resume_recurring_expense: async (shop, person) => {
    const { id } = await shop.call('create_recurring_expense', await newRecurring(shop, person));
    await shop.call('pause_recurring_expense', { id });
    return { id };
  },
  create_supplier_payment: newSupplierPayment,
  update_supplier_payment: of('create_supplier_payment', newSupplierPayment, { notes: 'With the next run.' }),
  void_supplier_payment: of('create_supplier_payment', newSupplierPayment, { reason: 'By mistake.' }),
  apply_supplier_credit: async (shop, person) => {
    const { id, supplier_id } = await shop.call('create_supplier_payment', await newAdvance(shop, person));
    const { payee_name: _, ...bill } = await owedExpense(shop, person);
    const later = await shop.call('create_expense', { ...bill, supplier_id });
    return { id, allocations: [{ expense_id: later.id, amount: '3.00' }] };
  },
  refund_supplier_payment: async (shop, person) => {
    const { id } = await shop.call('create_supplier_payment', await newAdvance(shop, person));
    return { id, amount: '4.00', method_id: shop.ids['pm'], reference: shop.fresh('back') };
  },
  void_supplier_refund: async (shop, person) => {
    const { id } = await shop.call('create_supplier_payment', await newAdvance(shop, person));
    const { refunds } = await shop.call('refund_supplier_payment', { id, method_id: shop.ids['pm'] });
    return { id: refunds[0].id, reason: 'By mistake.' };
  },
  create_expense: newExpense,
  update_expense: async (shop, person) => {
    const { id } = await shop.call('create_expense', await newExpense(shop, person));
    return { id, notes: 'To Rome.', lines: [{ category_id: shop.ids['xcat'], amount: '13.00' }] };
  },
  delete_expense: of('create_expense', newExpense),
  submit_expense: of('create_expense', newExpense),
  approve_expense: submittedExpense,
  reject_expense: async (shop, person) => ({ ...(await submittedExpense(shop, person)), reason: 'Which trip?' }),
  post_expense: of('create_expense', newExpense),
  pay_expense: async (shop, person) => {
    const { id } = await shop.call('create_expense', await owedExpense(shop, person));
    return { id, amount: '1.00', method_id: shop.ids['pm'] };
  },
  invoice_expenses: async (shop, person) => {
    const { id: client_id } = await shop.call('create_client', {
      type: 'business',
      display_name: shop.fresh('charged'),
    });
    const lines = [{ category_id: shop.ids['xcat'], amount: '12.00', client_id, billable: true }];
    const { id } = await shop.call('create_expense', { ...(await owedExpense(shop, person)), lines });
    return { client_id, expense_ids: [id], markup_percent: '10' };
  },
  void_expense: of('create_expense', owedExpense, { reason: 'By mistake.' }),
  create_expense_receipt: async (shop, person) => {
    const { id } = await shop.call('create_expense', await newExpense(shop, person));
    const file = await shop.call('create_file', await newFile(shop, person));
    return { id, file_id: file.id };
  },
  delete_expense_receipt: async (shop, person) => {
    const { id } = await shop.call('create_expense', await newExpense(shop, person));
    const file = await shop.call('create_file', await newFile(shop, person));
    await shop.call('create_expense_receipt', { id, file_id: file.id });
    return { id, file_id: file.id };
  },
  void_expense_payment: async (shop, person) => {
    const paid = { ...(await owedExpense(shop, person)), method_id: shop.ids['pm'] };
    return { id: (await shop.call('create_expense', paid)).payments[0].id, reason: 'By mistake.' };
  },
};
