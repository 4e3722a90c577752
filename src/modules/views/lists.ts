import type { FieldError } from '../../operation/errors.ts';
import { BusinessError, validationFailed } from '../../operation/errors.ts';
import type { Operation } from '../../operation/operation.ts';
import { validationError } from '../../operation/validation.ts';

const lists = new Map<string, Operation>();
/** Parameters of a page, which are not part of a filter. */
const ofPage = new Set(['cursor', 'include']);

/** The lists that filters are kept of, told once at start from the catalogue: those whose address has no id in it. */
export function registerLists(operations: readonly Operation[]): void {
  for (const operation of operations) {
    const { http, input } = operation;
    const isList = http.startsWith('GET ') && !http.includes('{') && 'shape' in input;
    if (isList && 'cursor' in (input.shape as object)) lists.set(operation.name, operation);
  }
}

export function listNamed(name: string): Operation | undefined {
  return lists.get(name);
}

/** True for lists that support saved filters. */
export function takesView({ name }: Operation): boolean {
  return lists.has(name);
}

export function listNames(): string[] {
  return [...lists.keys()];
}

/** Lists that somebody with these permissions may ask. */
export function listsFor(permissions: ReadonlySet<string>): string[] {
  return [...lists.values()]
    .filter(({ permission }) => permission === 'signed_in' || permissions.has(permission))
    .map(({ name }) => name);
}

export function pathOf({ http }: Operation): string {
  return http.slice('GET '.length);
}

/** Faults of a list query, by the current schema. */
export function faultsIn(list: Operation, query: Readonly<Record<string, unknown>>): readonly FieldError[] {
  const misplaced = Object.keys(query)
    .filter((name) => ofPage.has(name))
    .map((name) => ({
      pointer: `/${name}`,
      code: 'not_kept',
      message: 'This belongs to a single page of results. Leave it out.',
    }));
  if (misplaced.length > 0) return misplaced;
  const parsed = list.input.safeParse(query, { reportInput: true });
  return [
    ...(parsed.success ? [] : (validationError(parsed.error, list.input).details.errors ?? [])),
    ...sortFaults(list, query['sort']),
  ];
}

/** The schema takes any text for an order; what it says of itself names those that there are. */
function sortFaults({ input }: Operation, sort: unknown): readonly FieldError[] {
  if (typeof sort !== 'string' || !('shape' in input)) return [];
  const { sort: schema } = input.shape as { sort?: { description?: string | undefined } };
  const names = /of: (.*)\.$/.exec(schema?.description ?? '')?.[1]?.split(', ') ?? [];
  if (names.length === 0 || sort.split(',').every((name) => names.includes(name))) return [];
  return [{ pointer: '/sort', code: 'unknown_sort', message: `Sort by one of: ${names.join(', ')}.` }];
}

/** Refuses a query that its list would not take. */
export function checkQuery(list: Operation, query: Readonly<Record<string, unknown>>): void {
  const [first, ...others] = faultsIn(list, query).map((fault) => ({ ...fault, pointer: `/query${fault.pointer}` }));
  if (first !== undefined) throw validationFailed({ errors: [first, ...others], hint: first.message });
}

export function unknownList(): BusinessError {
  const message = `Write the name of a list: ${listNames().join(', ')}.`;
  return validationFailed({ errors: [{ pointer: '/list', code: 'unknown_list', message }], hint: message });
}
