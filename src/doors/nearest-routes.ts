import { meantOf, nearestOf } from '../core/nearest.ts';

export type Route = { readonly url: string; readonly method: string };

const api = '/api/';
const shownMax = 4;

/** What other services call a resource, and where it is here. */
export const calledElsewhere: Readonly<Record<string, string>> = {
  invoices: 'documents?type=invoice',
  quotes: 'documents?type=quote',
  estimates: 'documents?type=quote',
  receipts: 'documents?type=receipt',
  customers: 'clients',
  contacts: 'clients',
  companies: 'clients',
  suppliers: 'clients',
  vendors: 'clients',
  bills: 'expenses',
  purchases: 'expenses',
  items: 'products',
  articles: 'products',
  skus: 'variants',
  orders: 'sales',
  users: 'team/members',
  members: 'team/members',
  employees: 'team/members',
  invites: 'team/invites',
  roles: 'team/roles',
  journals: 'journal-entries',
  'ledger-entries': 'journal-entries',
  'cost-centers': 'dimensions',
  'cost-centres': 'dimensions',
  projects: 'dimensions',
  taxes: 'tax-rates',
  inventory: 'stock/levels',
};

/**
 * Routes that one that is not there was probably meant for, such as `GET /api/clients`. None where nothing comes near.
 * Only routes of one resource are compared letter by letter, so that a wrong address costs little.
 */
export function nearestRoutes(routes: readonly Route[], { url, method }: Route): string[] {
  if (!url.startsWith(api)) return [];
  const [first = '', ...rest] = url.slice(api.length).split('/');
  const elsewhere = Object.hasOwn(calledElsewhere, first) ? calledElsewhere[first] : undefined;
  if (elsewhere !== undefined)
    return rest.length === 0 ? [`${isRead(method) ? 'GET' : method} ${api}${elsewhere}`] : [];
  const own = routes.filter((route) => route.url.startsWith(api) && route.method !== 'HEAD');
  const resources = [...new Set(own.map(headOf))];
  const head = resources.includes(first)
    ? first
    : (resources.find((one) => one === `${first}s`) ?? meantOf(first, resources));
  if (head === undefined) return [];
  const inside = own.filter((route) => headOf(route) === head);
  const wanted = plain(`${api}${[head, ...rest].join('/')}`);
  const there = [...new Set(inside.map((route) => plain(route.url)))];
  const near = there.includes(wanted) ? [wanted] : nearestOf(wanted, there, shownMax);
  const found = near.flatMap((one) => inside.filter((route) => plain(route.url) === one));
  const sameMethod = found.filter((route) => route.method === method);
  return (sameMethod.length > 0 ? sameMethod : found)
    .slice(0, shownMax)
    .map((route) => `${route.method} ${route.url.replaceAll(/:([A-Za-z_]+)/g, '{$1}')}`);
}

const isRead = (method: string): boolean => method === 'GET' || method === 'HEAD';

const headOf = ({ url }: Route): string => url.slice(api.length).split('/', 1)[0] ?? '';

/** Without what differs from record to record. */
function plain(url: string): string {
  return url.replaceAll(/\/(?::[A-Za-z_]+|[a-z]+_[0-9a-z]{26})(?=\/|$)/g, '/id');
}
