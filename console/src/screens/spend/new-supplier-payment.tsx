import { CreateScreen } from '../../frames/form-screen.tsx';
import { today } from '../../kit/values.ts';
import { words } from '../../words/index.ts';
import { paidWithField } from './expense.ts';
import { supplierPaymentChanges } from './supplier-payment.ts';

/** Pays what one supplier is owed, without naming the bills. */
export function NewSupplierPayment() {
  const { spending, supplierPaying: w, supplierPayments } = words.value;
  return (
    <CreateScreen
      title={w.create}
      path="supplier-payments"
      submit={spending.pay}
      back={{ href: '/supplier-payments', label: supplierPayments }}
      to={({ id }) => `/supplier-payments?open=${id}`}
      changes={supplierPaymentChanges}
      start={{ payment_date: today() }}
      fields={[
        {
          name: 'supplier_id',
          label: spending.supplier,
          kind: 'record',
          source: { path: 'clients?role=supplier&status=active', label: 'display_name', note: 'number' },
          isRequired: true,
        },
        { name: 'amount', label: spending.amount, kind: 'money', hint: w.amountHint },
        paidWithField(),
        { name: 'payment_date', label: spending.day, kind: 'day' },
        { name: 'currency', label: spending.currency, hint: w.currencyHint },
        { name: 'reference', label: spending.reference },
        { name: 'keep_credit', label: w.keepCredit, kind: 'yes', isWide: true },
        { name: 'notes', label: spending.notes, kind: 'area' },
      ]}
    />
  );
}
