import { useRead } from '../../api/cache.ts';
import { Statement } from '../../frames/statement.tsx';
import { longDay, money } from '../../kit/values.ts';
import { filled, words } from '../../words/index.ts';
import { MakePaymentFile } from './make-payment-file.tsx';

type Day = {
  readonly day: string;
  readonly count: number;
  readonly amount: string;
  readonly early_discount: string;
  readonly balance_after: string;
  readonly is_covered: boolean;
};
type Account = {
  readonly bank_account_id: string;
  readonly name: string;
  readonly currency: string;
  readonly balance: string;
  readonly days: readonly Day[];
  readonly short_on: string | null;
  readonly other_currencies: readonly { readonly currency: string; readonly amount: string }[];
};
type Row = Day & { readonly account: Account };

const report = 'payment-forecast';

/** Scheduled payments by account and day, beside the balance that has to carry them. */
export function PaymentForecast() {
  const { payingBills: w, spending, scheduledPayments } = words.value;
  const { data, problem } = useRead<{ readonly data: readonly Account[] }>('payment-forecast');
  const short = data?.data.filter(({ short_on: day }) => day !== null) ?? [];
  return (
    <Statement<Row>
      title={w.calendar}
      report={report}
      periods={[]}
      formats={[]}
      back={{ href: '/scheduled-payments', label: scheduledPayments }}
      problem={problem}
      actions={<MakePaymentFile />}
      notice={short.map((one) => filled(w.short, { account: one.name, day: longDay(one.short_on ?? '') })).join(' ')}
      keyOf={({ account, day }) => `${account.bank_account_id} ${day}`}
      parts={data?.data.map((account) => ({
        key: account.bank_account_id,
        title: titleOf(account),
        rows: account.days.map((day) => ({ ...day, account })),
      }))}
      columns={[
        {
          key: 'day',
          title: w.payOn,
          cell: ({ day }) => <a href={`/scheduled-payments?from=${day}&until=${day}`}>{longDay(day)}</a>,
        },
        { key: 'count', title: w.payments, isFigure: true, cell: ({ count }) => count },
        { key: 'discount', title: w.saved, isFigure: true, cell: (row) => money(row.early_discount, currencyOf(row)) },
        { key: 'amount', title: spending.amount, isFigure: true, cell: (row) => money(row.amount, currencyOf(row)) },
        {
          key: 'balance',
          title: w.balanceAfter,
          isFigure: true,
          cell: (row) => (
            <>
              {money(row.balance_after, currencyOf(row))}{' '}
              {!row.is_covered && <span class="state bad">{w.notCovered}</span>}
            </>
          ),
        },
      ]}
    />
  );
}

function currencyOf({ account }: Row): string {
  return account.currency;
}

function titleOf({ name, balance, currency, other_currencies: others }: Account): string {
  const w = words.value.payingBills;
  const beside = others.map((one) => `+ ${money(one.amount, one.currency)}`).join(' ');
  return `${filled(w.balanceToday, { account: name, amount: money(balance, currency) })} ${beside}`.trim();
}
