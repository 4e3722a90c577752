import type { IconName } from '../kit/icon.tsx';
import type { words } from '../words/index.ts';

type Texts = typeof words.value;
type Name = IconName & keyof { [Key in keyof Texts as Texts[Key] extends string ? Key : never]: true };

export type Place = {
  readonly path: string;
  readonly name: Name;
  /** The permission without which it is not offered. */
  readonly needs?: string;
  readonly keys?: string;
  /** A page of the service itself, outside of this application. */
  readonly isPage?: boolean;
};

type Group = { readonly group?: keyof Texts['groups']; readonly places: readonly Place[] };

/** The menu, in the order of a day. */
export const places: readonly Group[] = [
  { places: [{ path: '/', name: 'home', needs: 'reports:read', keys: 'g h' }] },
  {
    group: 'sell',
    places: [
      { path: '/sales', name: 'sales', needs: 'sales:read', keys: 'g s' },
      { path: '/documents', name: 'documents', needs: 'documents:read', keys: 'g d' },
      { path: '/recurring', name: 'recurring', needs: 'documents:read' },
      { path: '/price-lists', name: 'priceLists', needs: 'products:read' },
    ],
  },
  {
    group: 'paid',
    places: [
      { path: '/owed', name: 'owed', needs: 'reports:read', keys: 'g o' },
      { path: '/payments', name: 'payments', needs: 'payments:read' },
      { path: '/refunds', name: 'refunds', needs: 'payments:read' },
      { path: '/transactions', name: 'transactions', needs: 'reports:read' },
      { path: '/transfers', name: 'transfers', needs: 'payments:read' },
    ],
  },
  {
    group: 'clients',
    places: [
      { path: '/clients', name: 'clients', needs: 'clients:read', keys: 'g c' },
      { path: '/client-groups', name: 'clientGroups', needs: 'clients:read' },
    ],
  },
  {
    group: 'spend',
    places: [
      { path: '/inbox', name: 'inbox', needs: 'expenses:write', keys: 'g i' },
      { path: '/expenses', name: 'expenses', needs: 'expenses:read', keys: 'g e' },
      { path: '/payables', name: 'payables', needs: 'reports:read' },
      { path: '/bills-to-pay', name: 'billsToPay', needs: 'bank:read' },
      { path: '/scheduled-payments', name: 'scheduledPayments', needs: 'bank:read' },
      { path: '/payment-files', name: 'paymentFiles', needs: 'bank:read' },
      { path: '/supplier-payments', name: 'supplierPayments', needs: 'expenses:read' },
      { path: '/suppliers', name: 'suppliers', needs: 'clients:read' },
      { path: '/recurring-expenses', name: 'recurringSpend', needs: 'expenses:read' },
      { path: '/expense-categories', name: 'spendCategories', needs: 'expenses:read' },
      { path: '/files', name: 'papers', needs: 'files:read' },
      { path: '/other-documents', name: 'contracts', needs: 'documents:read' },
    ],
  },
  {
    group: 'shelves',
    places: [
      { path: '/products', name: 'products', needs: 'products:read', keys: 'g a' },
      { path: '/product-categories', name: 'productCategories', needs: 'products:read' },
      { path: '/stock', name: 'stockLevels', needs: 'stock:read', keys: 'g l' },
      { path: '/stock/order', name: 'orderList', needs: 'stock:read' },
      { path: '/stock/counts', name: 'stockCounts', needs: 'stock:read' },
      { path: '/stock/transfers', name: 'stockTransfers', needs: 'stock:read' },
      { path: '/stock/reservations', name: 'stockReservations', needs: 'stock:read' },
      { path: '/stock/movements', name: 'stockMovements', needs: 'stock:read' },
    ],
  },
  {
    group: 'books',
    places: [
      { path: '/profit-and-loss', name: 'profitLoss', needs: 'reports:read', keys: 'g p' },
      { path: '/reports', name: 'reports', needs: 'reports:read', keys: 'g r' },
      { path: '/scheduled-reports', name: 'scheduledReports', needs: 'reports:read' },
      { path: '/bank', name: 'bankAccounts', needs: 'bank:read', keys: 'g b' },
      { path: '/bank/lines', name: 'bankLines', needs: 'bank:read' },
      { path: '/bank/rules', name: 'bankRules', needs: 'bank:read' },
      { path: '/vat', name: 'vat', needs: 'vat:read', keys: 'g v' },
      { path: '/journal', name: 'journal', needs: 'ledger:read', keys: 'g j' },
      { path: '/schedules', name: 'schedules', needs: 'ledger:read' },
      { path: '/accruals', name: 'accruals', needs: 'ledger:read' },
      { path: '/assets', name: 'assets', needs: 'ledger:read' },
      { path: '/dimensions', name: 'dimensionList', needs: 'organization:read' },
      { path: '/budgets', name: 'budgetList', needs: 'reports:read' },
      { path: '/revaluations', name: 'revaluations', needs: 'ledger:read' },
      { path: '/accounts', name: 'accounts', needs: 'ledger:read' },
      { path: '/close', name: 'closing', needs: 'ledger:read' },
      { path: '/periods', name: 'locks', needs: 'periods:read' },
      { path: '/checks', name: 'checks', needs: 'ledger:read' },
    ],
  },
  {
    group: 'house',
    places: [
      { path: '/notifications', name: 'notifications' },
      { path: '/people', name: 'people', needs: 'team:read' },
      { path: '/ai', name: 'approvals', needs: 'approvals:read' },
      { path: '/connect', name: 'connect', isPage: true },
      { path: '/audit-log', name: 'audit', needs: 'audit:read' },
      { path: '/imports', name: 'imports', needs: 'data:import' },
      { path: '/api-keys', name: 'apiKeys', needs: 'keys:read' },
      { path: '/oauth-apps', name: 'oauthApps', needs: 'keys:read' },
      { path: '/webhooks', name: 'webhooks', needs: 'webhooks:read' },
      { path: '/exports', name: 'exports', needs: 'data:export' },
      { path: '/jobs', name: 'jobs', needs: 'organization:write' },
      { path: '/settings', name: 'settings' },
    ],
  },
];
