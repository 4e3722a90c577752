import { useRead } from '../../api/cache.ts';
import type { Page } from '../../api/types.ts';
import { ActionButton } from '../../kit/action.tsx';
import { today } from '../../kit/values.ts';
import { words } from '../../words/index.ts';
import { changes, needs, type VatReturn } from './vat.ts';

/** Records the money, or names the entry of a bank line that is booked already. */
export function PayReturn({ of: one }: { readonly of: VatReturn }) {
  const w = words.value.vatReturns;
  const pay = { path: `vat-returns/${one.id}/pay`, needs, changes, body: { version: one.version } };
  // Only entries on this account can have paid a return.
  const settlement = useRead<Page<{ id: string }>>('accounts?system_role=vat_settlement&fields=code').data?.data[0];
  const entries = `journal-entries?status=posted&kind=system,manual&account_id=${settlement?.id}`;
  const source = { path: 'accounts?type=bank,cash,credit_card', label: 'name', note: 'code' };
  return (
    <>
      <ActionButton
        {...pay}
        label={one.amount_due.startsWith('-') ? w.receive : w.pay}
        warning={w.payHint}
        fields={[
          { name: 'account_id', label: w.account, kind: 'record', isRequired: true, source },
          { name: 'amount', label: w.amount, kind: 'money', hint: w.amountHint },
          { name: 'date', label: w.date, kind: 'day' },
        ]}
        start={{ amount: one.amount_due, date: today() }}
        isPrimary
        letter="p"
      />
      {settlement && (
        <ActionButton
          {...pay}
          label={w.paidByEntry}
          warning={w.paidByEntryHint}
          fields={[
            {
              name: 'entry_id',
              label: w.entry,
              kind: 'record',
              isRequired: true,
              isWide: true,
              source: { path: entries, label: 'memo', note: 'number' },
            },
          ]}
        />
      )}
    </>
  );
}
