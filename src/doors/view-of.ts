import { z } from 'zod';
import { getSavedFilter, listSavedFilters, takesView } from '../modules/views/index.ts';
import type { Actor } from '../operation/actor.ts';
import { BusinessError, validationFailed } from '../operation/errors.ts';
import type { FieldError } from '../operation/errors.ts';
import type { Operation, Origin } from '../operation/operation.ts';
import { run, type Runtime } from '../operation/run.ts';
import { Id, prefixes } from '../wire/index.ts';

type Fields = Readonly<Record<string, unknown>>;
type Caller = { readonly actor: Actor; readonly origin: Origin };
type View = { readonly id: string; readonly list: string; readonly member_id: string } & {
  readonly query: Fields;
  readonly problems: readonly FieldError[];
};

/**
 * Input of a list with a saved filter named as `view`, by its id or its name: values beside it override those of the
 * filter. Looked up with the caller's own rights.
 */
export async function withView(runtime: Runtime, operation: Operation, asked: Caller & { readonly input: Fields }) {
  const { view, ...given } = asked.input;
  if (view === undefined || !takesView(operation)) return asked.input;
  const found = await find(runtime, operation, asked, view);
  const [problem, ...more] = found.problems.map((one) => ({ ...one, pointer: `/view${one.pointer}` }));
  if (problem === undefined) return { ...found.query, ...given };
  const hint = `The list no longer accepts this saved filter: update it at PATCH /api/saved-filters/${found.id}`;
  throw validationFailed({ errors: [problem, ...more], hint });
}

async function find(
  runtime: Runtime,
  { name: list }: Operation,
  { actor, origin }: Caller,
  view: unknown,
): Promise<View> {
  const ask = async (operation: Operation, input: Fields) =>
    (await run(runtime, operation, { actor, origin, input })).output;
  if (typeof view !== 'string' || view === '') throw unknownView(list, view);
  if (view.startsWith(`${prefixes.saved_filter}_`)) {
    const found = (await ask(getSavedFilter, { id: view }).catch((error: unknown) => {
      if (error instanceof BusinessError && error.kind.status < 500) throw unknownView(list, view);
      throw error;
    })) as View;
    if (found.list !== list) throw unknownView(list, view);
    return found;
  }
  const { data } = (await ask(listSavedFilters, { list, name: view, limit: 100 })) as {
    readonly data: readonly View[];
  };
  const own = data.find(({ member_id: member }) => member === z.encode(Id('member'), actor.memberId));
  const [first, second] = own === undefined ? data : [own];
  if (first === undefined) throw unknownView(list, view);
  if (second === undefined) return first;
  const message = `Several shared filters have that name: use the id, such as ${first.id} or ${second.id}.`;
  throw validationFailed({ errors: [{ pointer: '/view', code: 'ambiguous_view', message }], hint: message });
}

function unknownView(list: string, view: unknown): BusinessError {
  const message = `There is no saved filter ${JSON.stringify(view)} of it: see GET /api/saved-filters?list=${list}`;
  return validationFailed({ errors: [{ pointer: '/view', code: 'unknown_view', message }], hint: message });
}
