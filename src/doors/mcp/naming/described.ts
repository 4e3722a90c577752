import { dayIn } from '../../../core/calendar.ts';
import { nameKey } from '../../../core/fold.ts';
import { notFound } from '../../../operation/errors.ts';
import type { Prefixed } from '../../../wire/index.ts';
import type { Caller, McpContext } from '../mcp-context.ts';
import { type Description, descriptionIn } from './description.ts';
import { finders } from './finders.ts';
import { listed, stepTo } from './kin.ts';
import { candidatesMax, nearNames, type Row, rowsMax, shownOf } from './near-names.ts';

/** A place of an input that takes a record, and what was written there. */
type Written = { readonly kind: Prefixed; readonly pointer: string; readonly text: string };

/** Records that a text describes, such as "yesterday's invoice to Noordzee"; undefined where it describes nothing. */
export async function rowsDescribed(
  mcpContext: McpContext,
  caller: Caller,
  { kind, pointer, text }: Written,
): Promise<readonly Row[] | undefined> {
  const { organization } = caller.view.credential.actor;
  if (organization === undefined || finders[kind]?.described === undefined) return undefined;
  const today = dayIn(mcpContext.runtime.now(), organization.timezone);
  const description = descriptionIn(text, kind, today);
  if (description === undefined) return undefined;
  const { kind: called = kind, parties } = description;
  const party = parties.length === 0 ? undefined : await partyOf(mcpContext, caller, { parties, pointer });
  if (called === kind) return matching(mcpContext, caller, kind, description, party);
  const kin = finders[kind]?.through?.find((one) => one.kind === called);
  if (kin === undefined) return undefined;
  const field = 'field' in kin ? [kin.field] : [];
  return stepTo(mcpContext, caller, kind, kin, await matching(mcpContext, caller, called, description, party, field));
}

async function matching(
  mcpContext: McpContext,
  caller: Caller,
  kind: Prefixed,
  { type, day, isLatest }: Description,
  party: string | undefined,
  also: readonly string[] = [],
): Promise<readonly Row[]> {
  const finder = finders[kind];
  if (finder?.described === undefined) return [];
  const { party: byParty, date, newest } = finder.described;
  const rows = await listed(
    mcpContext,
    caller,
    finder,
    {
      ...(party === undefined ? {} : { [byParty]: party }),
      ...(type === undefined ? {} : { type: [type] }),
      ...(day === undefined ? {} : { [date]: day }),
      sort: newest,
      limit: rowsMax,
    },
    [date, ...also],
  );
  // Two of the same date are told apart by whoever asked.
  return isLatest ? rows.filter((row) => row[date] === rows[0]?.[date]) : rows;
}

async function partyOf(
  mcpContext: McpContext,
  caller: Caller,
  { parties, pointer }: { readonly parties: readonly string[]; readonly pointer: string },
): Promise<string | undefined> {
  const finder = finders.client;
  if (finder === undefined) return undefined;
  for (const name of parties) {
    const rows = await listed(mcpContext, caller, finder, { q: name, limit: rowsMax });
    const named = rows.filter((row) =>
      ['display_name', 'legal_name'].some((key) => {
        const called = row[key];
        return typeof called === 'string' && nameKey(called) === nameKey(name);
      }),
    );
    const [only] = named.length > 0 ? named : rows;
    if (only !== undefined && (named.length === 1 || rows.length === 1)) return String(only['id']);
    if (rows.length > 1) throw unknownParty(pointer, name, await shownClients(mcpContext, caller, rows));
  }
  const name = parties.at(-1) ?? '';
  throw unknownParty(pointer, name, await nearNames(mcpContext, caller, 'client', name));
}

async function shownClients(mcpContext: McpContext, caller: Caller, rows: readonly Row[]): Promise<readonly Row[]> {
  const list = mcpContext.toolbox.actions.get('list_clients')?.operation;
  if (list === undefined) return [];
  return shownOf(mcpContext, caller, list, { input: {}, near: rows.slice(0, candidatesMax) });
}

function unknownParty(pointer: string, name: string, candidates: readonly Row[]) {
  const message = `No client or supplier is called exactly ${JSON.stringify(name)}.`;
  return notFound({
    detail: message,
    errors: [{ pointer, code: 'not_found', message }],
    hint: 'Write the number of the record, or the exact name of the client or supplier. Use list_clients to find it.',
    ...(candidates.length === 0 ? {} : { candidates }),
  });
}
