import type { CallToolResult, Tool } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { refusal } from '../../operation/errors.ts';
import type { Effect } from '../../operation/operation.ts';
import { toolsetNames } from '../../modules/connector/index.ts';
import { fieldsOf } from '../../modules/fields/index.ts';
import { noUndoReasons } from '../../operation/no-undo.ts';
import { run } from '../../operation/run.ts';
import type { Action } from './action.ts';
import { type Arguments, parse } from './arguments.ts';
import { findActions, foundMax } from './find-actions.ts';
import { listedInput, propertiesOf, wholeSchema } from './json-schema.ts';
import { perform } from './perform.ts';
import type { Caller, McpContext } from './mcp-context.ts';
import { refused } from './refused.ts';
import { succeeded } from './result.ts';
import { schemaAt, toldSchema } from './told-schema.ts';
import { needsPerson, refusalToCall } from './view.ts';

/** A tool that leads to the rest of the catalogue. `effect` is that of the actions it calls; none where it looks. */
export type MetaTool = {
  readonly tool: Tool;
  readonly effect: Effect | undefined;
  readonly call: (mcpContext: McpContext, caller: Caller, given: Arguments) => Promise<CallToolResult>;
};

const unknownAction = refusal(
  'unknown_action',
  404,
  'There is no such action, or this token may not use it.',
  'Use one of `similar`, or search with find_actions.',
);
const unknownPart = refusal(
  'unknown_part',
  404,
  'The action has no such field.',
  'Use one of `similar`, or a path within one, such as lines.discount.',
);
const wrongCaller = refusal(
  'wrong_caller',
  422,
  'This tool cannot call that action: its effect is different.',
  'Call the tool named in `use` with the same arguments.',
);

const Find = z.strictObject({
  query: z.string().max(200).optional().describe('Such as "customer paid too much".'),
  toolset: z.enum(toolsetNames).optional(),
  limit: z.int().min(1).max(foundMax).default(5),
});
const Describe = z.strictObject({
  name: z.string().max(64),
  field: z.string().max(128).optional(),
  output: z.boolean().default(false),
});
const Run = z.strictObject({
  name: z.string().max(64),
  arguments: z.record(z.string(), z.unknown()).default({}),
});
const RunWrite = Run.extend({
  idempotency_key: z.string().max(255).optional(),
  dry_run: z.boolean().optional(),
  plan: z.string().max(43).optional(),
  full: z.boolean().optional(),
});

export const metaTools: readonly MetaTool[] = [
  looking(
    'find_actions',
    'Find actions by words. Without words: all by area.',
    Find,
    async (mcpContext, caller, asked) => findActions(mcpContext, caller, asked),
  ),
  looking(
    'describe_action',
    'What an action takes, of a `folded` field, or with `output`.',
    Describe,
    async (mcpContext, caller, { name, field, output: withOutput }) => {
      const action = available(mcpContext, caller, name);
      const output = field === undefined ? described(action, caller) : describedField(action, field);
      const { outputSchema } = action;
      Object.assign(output, withOutput && { output_schema: outputSchema }, await ownFields(mcpContext, caller, action));
      return succeeded({ output });
    },
  ),
  running('read', 'Call a read-only action.', Run),
  running('write', 'Call an action that writes and can be undone or corrected.', RunWrite),
  running(
    'destructive',
    'Call an action that removes, reverses or cannot be undone. Preview it with dry_run first.',
    RunWrite,
  ),
];

function described(action: Action, caller: Caller) {
  const { schema, folded } = toldSchema(action.inputSchema);
  const { noUndo } = action.operation;
  return {
    ...summaryOf(action, caller),
    ...(noUndo !== undefined && { no_undo: noUndoReasons[noUndo] }),
    input_schema: schema,
    ...(folded.length > 0 && { folded }),
  };
}

/** The inside of a field that was left out for its length. */
function describedField({ name, inputSchema }: Action, field: string) {
  const whole = schemaAt(inputSchema, field);
  if (whole === undefined) throw unknownPart({ similar: Object.keys(propertiesOf(inputSchema)) });
  const { schema, folded } = toldSchema(whole);
  return { name, field, schema, ...(folded.length > 0 && { folded: folded.map((one) => `${field}.${one}`) }) };
}

/** Custom fields of the organisation that an action takes, for callers who may read its settings. */
async function ownFields({ runtime }: McpContext, { view, origin }: Caller, { operation }: Action): Promise<object> {
  const { actor } = view.credential;
  const ask = fieldsOf(operation);
  if (ask === undefined || !actor.permissions.has(ask.operation.permission)) return {};
  const { output } = await run(runtime, ask.operation, { actor, origin, input: ask.input });
  // Every list answers so.
  const { data } = output as { readonly data: readonly object[] };
  return data.length === 0 ? {} : { custom_fields: data.map((field) => ({ ...field, id: undefined })) };
}

/** Entry of an action in `find_actions` and in the actions list. */
export function summaryOf({ name, title, description, operation, toolset, use }: Action, caller: Pick<Caller, 'view'>) {
  const { effect, permission } = operation;
  return {
    name,
    title,
    summary: description,
    effect,
    permission,
    toolset,
    use,
    needs_person: needsPerson(caller.view, operation),
  };
}

function looking<Input extends z.ZodType>(
  name: string,
  description: string,
  schema: Input,
  look: (mcpContext: McpContext, caller: Caller, input: z.output<Input>) => Promise<CallToolResult>,
): MetaTool {
  return {
    tool: toolOf(name, description, schema, 'read'),
    effect: undefined,
    call: (mcpContext, caller, given) => answering(caller, () => look(mcpContext, caller, parse(schema, given))),
  };
}

function running(effect: Effect, description: string, schema: typeof Run | typeof RunWrite): MetaTool {
  const name = `run_${effect}_action`;
  return {
    tool: toolOf(name, `${description} Its fields go into arguments.`, schema, effect),
    effect,
    call: (mcpContext, caller, given) =>
      answering(caller, () => {
        const { name: actionName, arguments: input, ...added } = parse(schema, given);
        const action = available(mcpContext, caller, actionName);
        if (action.operation.effect !== effect) throw elsewhere(action, given);
        return perform(mcpContext, caller, action, { ...input, ...added });
      }),
  };
}

function toolOf(name: string, description: string, schema: z.ZodType, effect: Effect): Tool {
  const title = `${name.charAt(0).toUpperCase()}${name.slice(1).replaceAll('_', ' ')}`;
  return {
    name,
    title,
    description,
    inputSchema: listedInput(wholeSchema(schema)),
    outputSchema: { type: 'object' },
    annotations: {
      title,
      readOnlyHint: effect === 'read',
      destructiveHint: effect === 'destructive',
      idempotentHint: effect === 'read',
      openWorldHint: effect !== 'read',
    },
  };
}

async function answering(caller: Caller, work: () => Promise<CallToolResult>): Promise<CallToolResult> {
  try {
    return await work();
  } catch (error) {
    return refused(error, caller.origin.requestId);
  }
}

const similarMax = 5;

function available({ toolbox }: McpContext, { view }: Caller, name: string): Action {
  const action = toolbox.actions.get(name);
  if (action === undefined) {
    const { actions } = toolbox.find(name.replaceAll('_', ' '), toolbox.actionsFor(view));
    throw unknownAction({ similar: actions.slice(0, similarMax).map((found) => found.name) });
  }
  const reason = refusalToCall(view, action.operation);
  if (reason !== undefined) throw reason;
  return action;
}

function elsewhere({ operation }: Action, given: Arguments): Error {
  const use = `run_${operation.effect}_action`;
  return wrongCaller({ use, retry_with: { name: use, arguments: given } });
}
