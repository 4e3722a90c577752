import type { Operation } from '../../src/operation/operation.ts';
import type { HttpRequest } from './running-service.ts';

/** The flat input of an operation as path, query and body, which is how REST takes it. */
export function restRequest({ http }: Operation, input: Readonly<Record<string, unknown>>): HttpRequest {
  const [method = '', route = ''] = http.split(' ');
  const rest = { ...input };
  const path = route.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = rest[name];
    delete rest[name];
    return encodeURIComponent(textOf(value));
  });
  if (method !== 'GET') return { method, path: `/api${path}`, ...(isEmpty(rest) ? {} : { body: rest }) };
  return { method, path: `/api${path}${queryOf(rest)}` };
}

/** The same as a preview. */
export function asDryRun(request: HttpRequest): HttpRequest {
  return { ...request, path: `${request.path}${request.path.includes('?') ? '&' : '?'}dry_run=true` };
}

function isEmpty(value: object): boolean {
  return Object.keys(value).length === 0;
}

function queryOf(input: Readonly<Record<string, unknown>>): string {
  const pairs = Object.entries(input).flatMap(([name, value]): [string, unknown][] =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.entries(value).map(([inner, item]) => [`${name}[${inner}]`, item])
      : [[name, value]],
  );
  if (pairs.length === 0) return '';
  const encoded = pairs.map(
    ([name, value]) => `${encodeURIComponent(name.toWellFormed())}=${encodeURIComponent(textOf(value))}`,
  );
  return `?${encoded.join('&')}`;
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join(',');
  return (typeof value === 'string' ? value : (JSON.stringify(value) ?? 'undefined')).toWellFormed();
}
