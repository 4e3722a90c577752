import type { Operation } from '../../operation/operation.ts';

/** Kinds of records that an organisation may have fields of its own for, by the first part of their path. */
const kindsByPath = {
  clients: 'client',
  products: 'product',
  variants: 'variant',
  sales: 'sale',
  payments: 'payment',
  documents: 'document',
  'other-documents': 'other_document',
  expenses: 'expense',
  'supplier-payments': 'supplier_payment',
  locations: 'location',
} as const;

export type FieldKind = (typeof kindsByPath)[keyof typeof kindsByPath];

export const fieldKinds: readonly [FieldKind, ...FieldKind[]] = [
  ...(['client', 'product', 'variant', 'sale', 'payment'] as const),
  ...(['document', 'other_document', 'expense', 'supplier_payment', 'location'] as const),
];

const kinds = new Map<string, FieldKind>(Object.entries(kindsByPath));
const recording = new Map<string, FieldKind>([
  ['POST /products/{id}/variants', 'variant'],
  ['POST /sales/record', 'sale'],
]);

/** Of what kind of record an operation reads or writes the fields of the organisation's own. */
export function fieldKindOf({ http }: { readonly http: string }): FieldKind | undefined {
  const [, path = ''] = /^(?:GET|POST|PATCH) \/([a-z-]+)(?:\/\{id\})?$/.exec(http) ?? [];
  return recording.get(http) ?? kinds.get(path);
}

/** The same of one that writes them, and whether it makes a record. */
export function writingOf(operation: Pick<Operation, 'http' | 'effect' | 'input'>): Writing | undefined {
  const { http, effect, input } = operation;
  const kind = fieldKindOf(operation);
  const takesThem = 'shape' in input && 'custom_fields' in (input.shape as object);
  return kind === undefined || effect === 'read' || !takesThem
    ? undefined
    : { kind, creates: !http.startsWith('PATCH'), parts: parts.get(http) };
}

export type Writing = {
  readonly kind: FieldKind;
  readonly creates: boolean;
  /** Records of another kind that the same call makes. */
  readonly parts: Parts | undefined;
};
/** Custom fields in the input, by kind. */
type Parts = { readonly field: string; readonly kind: FieldKind };

const parts = new Map<string, Parts>([['POST /products', { field: 'variants', kind: 'variant' }]]);
