import { Section } from '../../frames/record-page.tsx';
import { words } from '../../words/index.ts';

const groups = {
  result: [
    'profit-and-loss',
    'trends',
    'budget-variance',
    'profit-by-dimension',
    'expenses-by-category',
    'cash-flow',
    'balance-sheet',
  ],
  sales: ['revenue', 'product-margin', 'period-comparison', 'payments'],
  open: ['receivables-aging', 'payables-aging'],
  stock: ['inventory-valuation', 'inventory-movements', 'inventory-turnover'],
  accountant: ['tax-summary', 'trial-balance', 'general-ledger', 'journal'],
} as const;

const addressOf = (name: string): string => (name === 'profit-and-loss' ? '/profit-and-loss' : `/reports/${name}`);

/** All reports, by the question that each answers. */
export function Reports() {
  const t = words.value.books;
  return (
    <div class="page settings">
      <header class="top">
        <h1 tabIndex={-1}>{words.value.reports}</h1>
      </header>
      <div class="cards">
        {Object.entries(groups).map(([group, names]) => (
          <Section key={group} title={t.reportGroups[group as keyof typeof groups]}>
            <ul class="ways">
              {names.map((name) => (
                <li key={name}>
                  <a href={addressOf(name)}>
                    <b>{t.reports[name].title}</b>
                    <span class="quiet">{t.reports[name].answers}</span>
                  </a>
                </li>
              ))}
            </ul>
          </Section>
        ))}
      </div>
    </div>
  );
}
