import { useRead } from '../../api/cache.ts';
import { useMay } from '../../app/me.ts';
import { Section } from '../../frames/record-page.tsx';
import { ActionButton } from '../../kit/action.tsx';
import { Facts } from '../../kit/facts.tsx';
import { longDay } from '../../kit/values.ts';
import { filled, words } from '../../words/index.ts';
import { stampName, type Stamp } from '../../words/stamp-name.ts';

type Account = {
  readonly holder: string | null;
  readonly iban: string | null;
  readonly bic: string | null;
  readonly changed_at: string | null;
  readonly changed_by: Stamp | null;
};

/** The bank account of a supplier, with its changes: a new one is often a fraud. */
export function SupplierAccount({ id }: { readonly id: string }) {
  const w = words.value.payingBills;
  const may = useMay();
  const { data: one } = useRead<Account>(may('bank:read') ? `supplier-bank-accounts/${id}` : undefined);
  if (one === undefined) return null;
  const by = one.changed_by === null ? '' : stampName(one.changed_by);
  return (
    <Section
      title={w.supplierAccount}
      action={
        <ActionButton
          label={words.value.form.edit}
          path={`supplier-bank-accounts/${id}`}
          method="PUT"
          needs="expenses:manage"
          fields={[
            { name: 'iban', label: w.iban, isWide: true },
            { name: 'bic', label: w.bic },
            { name: 'holder', label: w.holder },
          ]}
          start={one}
          complete={(typed) => ({ iban: null, bic: null, holder: null, ...typed })}
          warning={w.accountHint}
          changes={['supplier-bank-accounts', 'bills-to-pay', 'scheduled-payments']}
        />
      }
    >
      <Facts
        of={[
          [w.iban, one.iban ?? '–'],
          [w.bic, one.bic],
          [w.holder, one.holder],
          [w.changed, one.changed_at && filled(w.changedBy, { name: by, day: longDay(one.changed_at.slice(0, 10)) })],
        ]}
      />
    </Section>
  );
}
