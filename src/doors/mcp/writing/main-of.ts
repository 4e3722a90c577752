import { prefixOf } from '../../../wire/index.ts';
import type { Action } from '../action.ts';
import { appOf } from '../apps/apps.ts';
import { propertiesOf } from '../json-schema.ts';
import type { McpContext } from '../mcp-context.ts';
import type { Toolbox } from '../toolbox.ts';
import { refusalFor, type View } from '../view.ts';
import { type Kind, mainFields } from './main-fields.ts';
import { kindOfId, stepsAfter } from './next-steps.ts';

type Written = { readonly name: string; readonly output: unknown };

/** What a write is answered with: the main fields, what comes next, and how to read the rest. */
export function mainOf({ toolbox }: McpContext, view: View, { name, output }: Written): Record<string, unknown> {
  const record = (output ?? {}) as Readonly<Record<string, unknown>>;
  const reader = readersIn(toolbox).get(kindOfId(record['id']));
  const { fields, leftOut, isWhole } = mainFields(record, kindOf(toolbox.actions.get(name), reader));
  const next = stepsAfter(record).filter((step) => isOpen(toolbox.actions.get(step), view));
  const isRead = isRecordOf(toolbox.actions.get(name), reader) && isOpen(reader, view);
  return {
    ...fields,
    ...(Object.keys(leftOut).length === 0 ? {} : { left_out: leftOut }),
    ...(next.length === 0 ? {} : { next }),
    ...(isWhole ? {} : { more: isRead ? reader?.name : 'full: true' }),
  };
}

/** An app beside the answer shows the record, and no model pays for it. */
export function showsRecord(view: View, name: string): boolean {
  return view.showsApps && appOf(name) !== undefined;
}

function isOpen(action: Action | undefined, view: View): boolean {
  return action !== undefined && refusalFor(view, action.operation) === undefined;
}

function kindOf(action: Action | undefined, reader: Action | undefined): Kind {
  if (isRecordOf(action, reader)) return 'record';
  return action !== undefined && 'version' in propertiesOf(action.outputSchema) ? 'record' : 'result';
}

/** A write may leave out what only its reader computes, or add warnings. */
const shareMin = 0.9;

function isRecordOf(action: Action | undefined, reader: Action | undefined): boolean {
  if (action === undefined || reader === undefined) return false;
  const told = propertiesOf(action.outputSchema);
  const all = Object.keys(propertiesOf(reader.outputSchema));
  return all.filter((field) => field in told).length >= all.length * shareMin;
}

const readers = new WeakMap<Toolbox, ReadonlyMap<string, Action>>();

/** The action that reads one record, by the kind that its id begins with. */
function readersIn(toolbox: Toolbox): ReadonlyMap<string, Action> {
  let known = readers.get(toolbox);
  if (known === undefined) {
    const one = /^GET \/[^{}]+\/\{id\}$/;
    known = new Map(
      [...toolbox.actions.values()].flatMap((action) => {
        const { effect, http, input, name } = action.operation;
        if (effect !== 'read' || !one.test(http) || !name.startsWith('get_') || !('shape' in input)) return [];
        const prefix = prefixOf((input.shape as Readonly<Record<string, unknown>>)['id']);
        return prefix === undefined ? [] : [[prefix, action] as const];
      }),
    );
    readers.set(toolbox, known);
  }
  return known;
}
