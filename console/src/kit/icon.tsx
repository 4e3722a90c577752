/** Lines of 24 by 24, after Lucide (ISC); only those that are used, so no font and no sprite. */
const shapes = {
  home: 'M3 10.5 12 3l9 7.5V20a1 1 0 0 1-1 1h-5v-6H9v6H4a1 1 0 0 1-1-1z',
  sales: 'M4 4h2l2.4 11.2a1 1 0 0 0 1 .8h7.9a1 1 0 0 0 1-.8L20 8H7M10 20.5h.01M17 20.5h.01',
  documents: 'M14 3H7a1 1 0 0 0-1 1v16a1 1 0 0 0 1 1h10a1 1 0 0 0 1-1V7zM14 3v4h4M9 12h6M9 16h6',
  clients:
    'M16 20v-1.5a3.5 3.5 0 0 0-3.5-3.5h-5A3.5 3.5 0 0 0 4 18.5V20M10 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7M20 20v-1.5a3.5 3.5 0 0 0-2.6-3.4M15 4.2a3.5 3.5 0 0 1 0 6.6',
  clientGroups: 'M9 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6M3 19a6 6 0 0 1 12 0M15 5.5a3 3 0 0 1 0 5M17 14a6 6 0 0 1 4 5',
  payments: 'M3 6h18v12H3zM3 10h18M7 14.5h3',
  refunds: 'M9 7 4 12l5 5M4 12h10a5 5 0 0 1 5 5v1',
  transactions: 'M7 4v15M4 16l3 3 3-3M17 20V5M14 8l3-3 3 3',
  bankAccounts: 'M3 9 12 4l9 5M4 20h16M6 10v7M10 10v7M14 10v7M18 10v7',
  bankLines: 'M4 6h16M4 10h10M4 14h16M4 18h10',
  transfers: 'M3 8h15M15 4.5 18.5 8 15 11.5M21 16H6M9 12.5 5.5 16 9 19.5',
  recurring: 'M4 11a8 8 0 0 1 13.7-4.7L20 8M20 4v4h-4M20 13a8 8 0 0 1-13.7 4.7L4 16M4 20v-4h4',
  priceLists: 'M12.5 3H20a1 1 0 0 1 1 1v7.5L12 20.5a1 1 0 0 1-1.4 0l-7.1-7.1a1 1 0 0 1 0-1.4zM16.5 7.5h.01',
  owed: 'M3 7h18v11H3zM12 15a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5M6.5 12.5h.01M17.5 12.5h.01',
  expenses: 'M5 3v18l2.5-1.6L10 21l2-1.6L14 21l2.5-1.6L19 21V3l-2.5 1.6L14 3l-2 1.6L10 3 7.5 4.6zM9 9h6M9 13h6',
  products: 'm12 3 8 4.5v9L12 21l-8-4.5v-9zM4 7.5l8 4.5 8-4.5M12 12v9',
  stock: 'M3 20V9l9-5 9 5v11M7 20v-8h10v8M7 16h10',
  stockLevels: 'M3 20V9l9-5 9 5v11M7 20v-8h10v8M7 16h10',
  stockMovements: 'M7 4v16M3.5 8 7 4l3.5 4M17 20V4M13.5 16l3.5 4 3.5-4',
  orderList: 'M9 6h11M9 12h11M9 18h11M4 6h.01M4 12h.01M4 18h.01',
  stockCounts: 'M9 4h6v3H9zM9 5H6v16h12V5h-3M9 13l2 2 4-4',
  stockTransfers: 'M4 8h14M14 4l4 4-4 4M20 16H6M10 12l-4 4 4 4',
  stockReservations: 'M7 3h10a1 1 0 0 1 1 1v17l-6-4-6 4V4a1 1 0 0 1 1-1zM9.5 9.5l2 2 3.5-4',
  supplierPayments: 'M3 6h18v12H3zM3 10h18M14 14.5h3',
  recurringSpend: 'M4 12a8 8 0 0 1 14-5.3L20 9M20 4v5h-5M20 12a8 8 0 0 1-14 5.3L4 15M4 20v-5h5',
  spendCategories: 'M4 5h7v6H4zM13 5h7v6h-7zM4 13h7v6H4zM13 13h7v6h-7z',
  inbox: 'M4 13v6h16v-6l-3-9H7zM4 13h5l1.5 3h3L15 13h5',
  payables: 'M3 7h18v11H3zM12 15a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5',
  suppliers: 'M3 7h11v9H3zM14 10h4l3 3v3h-7zM7 19a2 2 0 1 0 0-4 2 2 0 0 0 0 4M17 19a2 2 0 1 0 0-4 2 2 0 0 0 0 4',
  productCategories: 'M4 5h7v6H4zM13 5h7v6h-7zM4 13h7v6H4zM13 13h7v6h-7z',
  profitLoss: 'M4 4v15a1 1 0 0 0 1 1h15M8 16v-4M12.5 16V8M17 16v-6',
  ledger: 'M5 4a1 1 0 0 1 1-1h13v18H6a1 1 0 0 1-1-1zM9 3v18M12 8h4M12 12h4',
  reports: 'M5 3h14v18H5zM9 8h6M9 12h6M9 16h3',
  journal: 'M5 4a1 1 0 0 1 1-1h13v18H6a1 1 0 0 1-1-1zM9 3v18M12 8h4M12 12h4',
  schedules: 'M4 5h16v15H4zM4 9.5h16M8 3v4M16 3v4M8 13h3M8 16.5h3M14 13h2',
  accruals: 'M12 21a9 9 0 1 0-9-9M3 5v5h5M12 7.5V12l3 2',
  assets: 'M3 20V9l6 4V9l6 4V4h6v16zM7 16.5h2M12 16.5h2M17 16.5h2',
  accounts: 'M4 6h16M4 12h16M4 18h16M8 4v4M14 10v4M10 16v4',
  locks: 'M6 11h12v9H6zM8.5 11V7.5a3.5 3.5 0 0 1 7 0V11M12 15v2',
  checks: 'M20 12a8 8 0 1 1-4-6.9M9 11.5l3 3 8-8.5',
  notifications: 'M6 17V11a6 6 0 0 1 12 0v6l1.5 2h-15zM10 21h4',
  jobs: 'M12 8v4l3 2M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18',
  exports: 'M12 15V4M7.5 8.5 12 4l4.5 4.5M5 20h14',
  papers: 'M3 6a1 1 0 0 1 1-1h5l2 2.5h9a1 1 0 0 1 1 1V18a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1z',
  contracts: 'M6 3h9l3 3v15H6zM14 3v4h4M9 12h6M9 15.5c1.5-1.5 2.5 1.5 4 0s1.5 0 2 0',
  approvals: 'M4 12.5 9 17.5 20 6.5',
  people: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8M5 20a7 7 0 0 1 14 0',
  apiKeys: 'M8 13a4 4 0 1 0 4 4c0-.6-.1-1.1-.3-1.6L20 7V4h-3l-8.4 8.4M15 9l2 2',
  webhooks: 'M9 17a4 4 0 1 1-3.5-6M7 15l4-7a4 4 0 1 1 6 1M13 8l3 6M12 17h6a3 3 0 1 0-2-5',
  imports: 'M12 4v11M7.5 11 12 15.5 16.5 11M5 20h14',
  audit: 'M12 3 5 6v5c0 4.5 3 8.5 7 10 4-1.5 7-5.5 7-10V6zM9 12l2 2 4-4',
  connect: 'm12 3 1.8 4.7L18.5 9.5l-4.7 1.8L12 16l-1.8-4.7L5.5 9.5l4.7-1.8zM18 16v4M16 18h4M5 15.5v3M3.5 17h3',
  settings: 'M4 7h10M18 7h2M4 17h2M10 17h10M16 9a2 2 0 1 0 0-4 2 2 0 0 0 0 4M8 19a2 2 0 1 0 0-4 2 2 0 0 0 0 4',
  search: 'M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14M20 20l-4-4',
  plus: 'M12 5v14M5 12h14',
  close: 'M6 6l12 12M18 6 6 18',
  more: 'M5 12h.01M12 12h.01M19 12h.01',
  theme:
    'M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8M12 2.5v2M12 19.5v2M4.5 12h-2M21.5 12h-2M6.7 6.7 5.3 5.3M18.7 18.7l-1.4-1.4M6.7 17.3l-1.4 1.4M18.7 5.3l-1.4 1.4',
  language: 'M4 5h9M8.5 3v2M11 5c-.7 4-3 7-6.5 9M6 8.5c1 2.5 3 4.5 6 5.5M12.5 21l4-10 4 10M14 18h5',
  download: 'M12 4v11M7.5 11 12 15.5 16.5 11M5 20h14',
  arrow: 'M5 12h14M13 6l6 6-6 6',
  save: 'M6 3h12a1 1 0 0 1 1 1v17l-7-4-7 4V4a1 1 0 0 1 1-1z',
  send: 'M21 3 10 14M21 3l-7 18-4-7-7-4z',
} as const;
export type IconName = keyof typeof shapes;

/** Beside a text that says the same, so no reader needs it. */
export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={shapes[name]} />
    </svg>
  );
}
