import { RecordList } from '../../frames/record-list.tsx';
import { figure, home, listDay, longDay, today } from '../../kit/values.ts';
import { filled, words } from '../../words/index.ts';

type Rate = {
  readonly id: string;
  readonly currency: string;
  readonly rate_date: string;
  readonly rate: string;
  readonly source: string;
};

export function ExchangeRates() {
  const { setup } = words.value;
  const t = setup.rates;
  return (
    <RecordList<Rate>
      title={setup.parts['exchange-rates'].title}
      list={{ path: 'exchange-rates', fields: 'currency,rate_date,rate,source', sort: '-rate_date' }}
      empty={{ title: t.empty, hint: t.emptyHint }}
      create={{
        path: 'exchange-rates',
        label: t.create,
        needs: 'ledger:manage',
        start: { rate_date: today() },
        fields: [
          { name: 'currency', label: t.currency, isRequired: true, placeholder: 'USD' },
          { name: 'rate_date', label: t.day, kind: 'day', isRequired: true },
          {
            name: 'rate',
            label: filled(t.rate, { base: home.currency.value }),
            kind: 'number',
            isRequired: true,
            hint: t.rateHint,
          },
          { name: 'source', label: t.source, hint: t.sourceHint },
        ],
      }}
      columns={[
        { key: 'currency', title: t.currency, phone: 'lead', cell: ({ currency }) => currency },
        { key: 'day', title: t.day, phone: 'note', cell: ({ rate_date }) => listDay(rate_date) },
        { key: 'source', title: t.source, isExtra: true, cell: ({ source }) => sourceOf(source) },
        { key: 'rate', title: t.rateShort, phone: 'amount', isFigure: true, cell: ({ rate }) => figure(rate) },
      ]}
      kind={{
        path: (id) => `exchange-rates/${id}`,
        changes: ['exchange-rates'],
        name: ({ currency }) => currency,
        eyebrow: ({ rate_date }) => longDay(rate_date),
        facts: ({ rate, source }) => [
          [filled(t.rate, { base: home.currency.value }), figure(rate)],
          [t.source, sourceOf(source)],
        ],
        remove: { needs: 'ledger:manage', path: (id) => `exchange-rates/${id}`, warning: t.deleteHint },
      }}
    />
  );
}

/** Where a rate is from, which people may write themselves. */
const sourceOf = (source: string): string => (source === 'manual' ? words.value.books.manual : source);
