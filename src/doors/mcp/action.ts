import type { Tool, ToolAnnotations } from '@modelcontextprotocol/server';
import { type Toolset, toolsetOf } from '../../modules/connector/index.ts';
import { once } from '../../core/once.ts';
import type { Operation } from '../../operation/operation.ts';
import { type IdPlace, idPlaces } from './naming/id-places.ts';
import { leanFields, sayingLean } from './lean-fields.ts';
import { listedInput, listedOutput, type ObjectSchema, stringsIn, wholeSchema } from './json-schema.ts';
import { listedWritten, writtenSchema } from './writing/written-schema.ts';

/** An operation as models meet it. */
export type Action = {
  readonly operation: Operation;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly toolset: Toolset;
  /** The tool that calls it: itself, or the caller for actions of its effect. */
  readonly use: string;
  readonly annotations: ToolAnnotations;
  /** The compact entry of the tool list. */
  readonly tool: Tool;
  /** With every field, pattern and limit, and the arguments that the door adds. */
  readonly inputSchema: ObjectSchema;
  readonly outputSchema: ObjectSchema;
  /** Fields of each row in a lean answer; `fields` asks for more. */
  readonly lean: readonly string[] | undefined;
  /** Places in the input that take ids. */
  readonly places: readonly IdPlace[];
};

/** Arguments that every write takes beside the fields of its operation. */
const writeArguments = {
  idempotency_key: {
    type: 'string',
    description: 'A unique key for this write; a retry with the same key writes once.',
  },
  dry_run: { type: 'boolean', description: 'Preview: returns what would be written and writes nothing.' },
  plan: {
    type: 'string',
    description: 'The `plan` of a preview: carries out exactly that, or fails with plan_changed.',
  },
  full: { type: 'boolean', description: 'Return the whole record instead of its main fields.' },
} as const;

const listedWriteArguments = {
  idempotency_key: { type: 'string' },
  dry_run: { type: 'boolean' },
  plan: { type: 'string' },
  full: { type: 'boolean' },
} as const;

/** Undefined for what no model is offered. */
export function actionOf(operation: Operation): Action | undefined {
  const { name, summary, guidance } = operation;
  const toolset = toolsetOf(operation);
  if (operation.mcp === 'hidden' || toolset === undefined) return undefined;
  const title = titleOf(name);
  const description = guidance === undefined ? summary : `${summary} ${guidance}`;
  const annotations = annotationsOf(operation, title);
  // Most schemas are never asked for, and those of the whole catalogue would be half of a start.
  const schemas = once(() => schemasOf(operation));
  const tool = once((): Tool => ({ name, title, description, ...schemas().listed, annotations }));
  return {
    operation,
    name,
    title,
    description,
    toolset,
    use: operation.mcp === 'tool' ? name : `run_${operation.effect}_action`,
    annotations,
    get tool() {
      return tool();
    },
    get inputSchema() {
      return schemas().inputSchema;
    },
    get outputSchema() {
      return schemas().outputSchema;
    },
    get lean() {
      return schemas().lean;
    },
    get places() {
      return schemas().places;
    },
  };
}

function schemasOf(operation: Operation) {
  const whole = wholeSchema(operation.input);
  const output = wholeSchema(operation.output);
  const outputSchema = operation.effect === 'read' ? output : writtenSchema(output);
  const lean = leanFields(whole, output);
  const input = lean === undefined ? whole : sayingLean(whole, lean);
  const listed = listedInput(whole, { keepNull: operation.http.startsWith('PATCH '), seldom: operation.seldom });
  return {
    inputSchema: withWriteArguments(operation, input, writeArguments),
    outputSchema,
    listed: {
      inputSchema: withWriteArguments(operation, listed, listedWriteArguments),
      outputSchema: operation.effect === 'read' ? listedOutput(output) : listedWritten(output),
    },
    lean,
    places: idPlaces(whole),
  };
}

function withWriteArguments(
  { effect, keyRequired }: Operation,
  schema: ObjectSchema,
  added: Readonly<Record<string, object>>,
): ObjectSchema {
  if (effect === 'read') return schema;
  const required = stringsIn(schema['required']);
  const properties = { ...(schema['properties'] as object | undefined), ...added };
  const needed = keyRequired === true ? [...required, 'idempotency_key'] : required;
  return { ...schema, properties, ...(needed.length === 0 ? {} : { required: needed }) };
}

/** `create_client` → `Create client`. */
function titleOf(name: string): string {
  const words = name.replaceAll('_', ' ');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

function annotationsOf(operation: Operation, title: string): ToolAnnotations {
  const { effect, http, idempotent, reachesOutside } = operation;
  return {
    title,
    readOnlyHint: effect === 'read',
    destructiveHint: effect === 'destructive',
    idempotentHint: effect === 'read' || /^(PATCH|PUT|DELETE) /.test(http) || idempotent === true,
    openWorldHint: reachesOutside === true,
  };
}
