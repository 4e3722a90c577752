import type { Fill } from './fill.ts';

export const fillExpenses: Fill = async ({ call, fresh }, { method }) => {
  const supplier = await call('create_client', {
    type: 'business',
    display_name: fresh('supplier'),
    roles: ['supplier'],
  });
  const spending = await call('create_expense_category', {
    name: fresh('spending'),
    account_id: (await call('list_accounts', { code: '6700' })).data[0].id,
  });
  const expense = await call('create_expense', {
    payee_name: fresh('payee'),
    method_id: method.id,
    notes: fresh('expense'),
    post: true,
    lines: [{ category_id: spending.id, amount: '80.00', description: fresh('spent') }],
  });
  await call('create_expense', {
    supplier_id: supplier.id,
    post: true,
    lines: [{ category_id: spending.id, amount: '60.00', description: fresh('bought') }],
  });
  const supplierPayment = await call('create_supplier_payment', {
    supplier_id: supplier.id,
    method_id: method.id,
    notes: fresh('settled'),
    reference: fresh('run'),
    amount: '70.00',
    keep_credit: true,
  });
  const givenBack = await call('refund_supplier_payment', {
    id: supplierPayment.id,
    amount: '4.00',
    method_id: method.id,
    notes: fresh('back'),
  });
  const recurring = await call('create_recurring_expense', {
    name: fresh('rent'),
    frequency: 'month',
    start_date: '2099-01-01',
    template: { payee_name: fresh('landlord'), lines: [{ category_id: spending.id, amount: '900.00' }] },
  });
  return {
    spending,
    expense,
    expenseLine: expense.lines[0],
    expensePayment: expense.payments[0],
    supplierPayment,
    supplierRefund: givenBack.refunds[0],
    recurring,
  };
};
