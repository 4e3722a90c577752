import type { Action } from '../action.ts';
import { appOf } from '../apps/apps.ts';
import { propertiesOf } from '../json-schema.ts';
import type { McpContext } from '../mcp-context.ts';
import { recordReader } from '../record-reader.ts';
import { refusalFor, type View } from '../view.ts';
import { mainFields } from './main-fields.ts';
import { stepsAfter } from './next-steps.ts';

type Written = { readonly name: string; readonly output: unknown };

/** What a write is answered with: the main fields, what comes next, and how to read the rest. */
export function mainOf({ toolbox }: McpContext, view: View, { name, output }: Written): Record<string, unknown> {
  const record = (output ?? {}) as Readonly<Record<string, unknown>>;
  const action = toolbox.actions.get(name);
  const reader = recordReader(toolbox, record['id']);
  const isOwn = isRecordOf(action, reader);
  const isVersioned = action !== undefined && 'version' in propertiesOf(action.outputSchema);
  const { fields, leftOut, isWhole } = mainFields(record, isOwn || isVersioned ? 'record' : 'result');
  const next = stepsAfter(record).filter((step) => isOpen(toolbox.actions.get(step), view));
  return {
    ...fields,
    ...(Object.keys(leftOut).length === 0 ? {} : { left_out: leftOut }),
    ...(next.length === 0 ? {} : { next }),
    ...(isWhole ? {} : { more: isOwn && isOpen(reader, view) ? reader?.name : 'full: true' }),
  };
}

/** An app beside the answer shows the record, and no model pays for it. */
export function showsRecord(view: View, name: string): boolean {
  return view.showsApps && appOf(name) !== undefined;
}

function isOpen(action: Action | undefined, view: View): boolean {
  return action !== undefined && refusalFor(view, action.operation) === undefined;
}

/** A write may leave out what only its reader computes, or add warnings. */
const shareMin = 0.9;

function isRecordOf(action: Action | undefined, reader: Action | undefined): boolean {
  if (action === undefined || reader === undefined) return false;
  const told = propertiesOf(action.outputSchema);
  const all = Object.keys(propertiesOf(reader.outputSchema));
  return all.filter((field) => field in told).length >= all.length * shareMin;
}
