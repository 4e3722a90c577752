import type { Field, Option } from '../../kit/form/fields.ts';
import { words } from '../../words/index.ts';

const types = ['confidential', 'public'] as const;

type Known = { readonly isNew: true } | { readonly isNew: false; readonly isPublic: boolean };

/** Of an app; its type is chosen once. */
export function oauthAppFields(options: readonly Option[], known: Known): readonly Field[] {
  const { apiKeyList: k, oauthAppList: w } = words.value;
  const type: Field = {
    name: 'type',
    label: w.type,
    kind: 'choice',
    isRequired: true,
    isWide: true,
    options: types.map((value) => ({ value, label: w[value] })),
  };
  const alone: Field = {
    name: 'client_credentials',
    label: w.alone,
    kind: 'yes',
    isWide: true,
    hint: w.aloneHint,
    ...(known.isNew && { isShown: ({ type: chosen }) => chosen !== 'public' }),
  };
  return [
    { name: 'name', label: k.name, isRequired: true, isWide: true, hint: w.nameHint },
    ...(known.isNew ? [type] : []),
    { name: 'redirect_uris', label: w.redirects, kind: 'tags', isWide: true, hint: w.redirectsHint },
    { name: 'scopes', label: w.scopes, kind: 'many', isRequired: true, isWide: true, options },
    ...(known.isNew || !known.isPublic ? [alone] : []),
  ];
}
