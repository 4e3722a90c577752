import { useMe } from '../../app/me.ts';
import type { Field, Option } from '../../kit/form/fields.ts';
import { home } from '../../kit/values.ts';
import { filled, words } from '../../words/index.ts';
import { usePermissionOptions } from './permission-options.ts';

/** Permissions that only a person has, never an API key. */
const forPeople: ReadonlySet<string> = new Set([
  'keys:manage',
  'tokens:read',
  'tokens:manage',
  'data:archive',
  'data:erase',
]);

/** A key may do what its maker may, so nothing else is offered. */
export function useKeyScopes(): readonly Option[] {
  const held = useMe()?.permissions ?? [];
  return usePermissionOptions().filter(({ value }) => held.includes(value) && !forPeople.has(value));
}

export function apiKeyFields(options: readonly Option[]): readonly Field[] {
  const w = words.value.apiKeyList;
  const currency = home.currency.value;
  const limits: readonly Field[] = [
    { name: 'limits.requests_per_minute', label: w.perMinute, kind: 'whole' },
    { name: 'limits.max_writes_per_day', label: w.writesPerDay, kind: 'whole' },
    { name: `limits.max_amount_per_write.${currency}`, label: filled(w.perWrite, { currency }), kind: 'money' },
    { name: `limits.max_amount_per_day.${currency}`, label: filled(w.perDay, { currency }), kind: 'money' },
  ];
  return [
    { name: 'name', label: w.name, isRequired: true, isWide: true, hint: w.nameHint },
    { name: 'scopes', label: w.scopes, kind: 'many', isRequired: true, isWide: true, options },
    { name: 'expires_at', label: w.expires, kind: 'day', hint: w.expiresHint, from: dayOfExpiry },
    { name: 'ip_allow', label: w.addresses, kind: 'tags', isWide: true, hint: w.addressesHint },
    ...limits.map((field) => ({ ...field, group: w.limits })),
  ];
}

function dayOfExpiry({ expires_at: expiry }: Readonly<Record<string, unknown>>): unknown {
  return typeof expiry === 'string' ? expiry.slice(0, 10) : null;
}

type Body = Record<string, unknown>;

/** The end of the day that was chosen; no address and no amount where none is named. */
export function keyBody({ expires_at: expiry, ip_allow: addresses, limits, ...body }: Body): Body {
  return {
    ...body,
    ...(expiry !== undefined && { expires_at: typeof expiry === 'string' ? `${expiry}T23:59:59Z` : null }),
    ...(addresses !== undefined && { ip_allow: isEmpty(addresses) ? null : addresses }),
    ...(limits !== undefined && { limits: limitsOf(limits as Body) }),
  };
}

function limitsOf(limits: Body): Body {
  return Object.fromEntries(Object.entries(limits).map(([name, limit]) => [name, isEmpty(limit) ? null : limit]));
}

function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.values(value).every((one) => one === null);
}
