import type { Field } from '../../kit/form/fields.ts';
import { words } from '../../words/index.ts';
import { type Role, roleOptions } from '../team/member.ts';

type Mapping = { readonly value: string; readonly role_ids: readonly string[] };
export type Provider = {
  readonly issuer: string;
  readonly client_id: string;
  readonly just_in_time: boolean;
  readonly sso_only: boolean;
  readonly role_claim: string | null;
  readonly role_map: readonly Mapping[];
  readonly default_role_id: string | null;
};

export function fieldsOf(roles: readonly Role[], isSet: boolean): readonly Field[] {
  const t = words.value.setup.signIn;
  const options = roleOptions(roles);
  return [
    { name: 'issuer', label: t.issuer, hint: t.issuerHint, kind: 'url', isRequired: true, isWide: true },
    { name: 'client_id', label: t.clientId, isRequired: true },
    {
      name: 'client_secret',
      label: t.secret,
      kind: 'password',
      isRequired: !isSet,
      autocomplete: 'off',
      ...(isSet && { hint: t.secretHint }),
    },
    { name: 'just_in_time', label: t.newcomers, hint: t.newcomersHint, kind: 'yes' },
    { name: 'default_role_id', label: t.role, hint: t.roleHint, kind: 'choice', options },
    { name: 'role_claim', label: t.claim, hint: t.claimHint },
    {
      name: 'role_map',
      label: t.map,
      kind: 'lines',
      columns: [
        { name: 'value', label: t.value, isRequired: true },
        { name: 'role', label: t.roleOf, kind: 'choice', isRequired: true, options },
      ],
    },
    { name: 'sso_only', label: t.only, hint: t.onlyHint, kind: 'yes' },
  ];
}

/** A line of the form has one role; a value with several is several lines. */
export function startOf(provider: Provider | null | undefined): object {
  if (!provider) return {};
  const lines = provider.role_map.flatMap(({ value, role_ids }) => role_ids.map((role) => ({ value, role })));
  return { ...provider, role_map: lines };
}

export function completed(body: Record<string, unknown>): object {
  const lines = (body['role_map'] ?? []) as readonly { readonly value: string; readonly role: string }[];
  return { ...body, role_map: lines.map(({ value, role }) => ({ value, role_ids: [role] })) };
}
