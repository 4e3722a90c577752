import type { words } from '../../words/index.ts';

type Texts = typeof words.value.setup.parts;
export type Part = { readonly name: keyof Texts; readonly needs?: string };

/** The parts of the settings, grouped as people look for them. */
export const parts: readonly {
  readonly group: 'business' | 'selling' | 'documents' | 'you';
  readonly parts: readonly Part[];
}[] = [
  {
    group: 'business',
    parts: [
      { name: 'business', needs: 'organization:read' },
      { name: 'locations', needs: 'stock:read' },
      { name: 'custom-fields', needs: 'organization:read' },
      { name: 'sign-in', needs: 'team:manage' },
    ],
  },
  {
    group: 'selling',
    parts: [
      { name: 'taxes', needs: 'taxes:read' },
      { name: 'vat', needs: 'vat:read' },
      { name: 'payment-methods', needs: 'payments:read' },
      { name: 'reminders', needs: 'documents:read' },
      { name: 'exchange-rates', needs: 'ledger:read' },
    ],
  },
  {
    group: 'documents',
    parts: [
      { name: 'templates', needs: 'documents:read' },
      { name: 'invoicing', needs: 'organization:read' },
      { name: 'numbering', needs: 'organization:read' },
    ],
  },
  {
    group: 'you',
    parts: [
      { name: 'profile' },
      { name: 'sessions' },
      { name: 'connected-apps' },
      { name: 'notifications' },
      { name: 'saved-filters' },
    ],
  },
];
