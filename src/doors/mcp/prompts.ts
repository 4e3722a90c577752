import {
  type CompleteRequest,
  type CompleteResult,
  type GetPromptResult,
  type ListPromptsResult,
  ProtocolError,
  ProtocolErrorCode,
} from '@modelcontextprotocol/server';
import { dayIn } from '../../core/calendar.ts';
import { perform } from './perform.ts';
import type { Caller, McpContext } from './mcp-context.ts';
import { escapeHidden } from './plain-text.ts';
import { reportNames } from './resources.ts';

type Completer = (mcpContext: McpContext, caller: Caller, typed: string, now: string) => Promise<string[]> | string[];

type Argument = {
  readonly name: string;
  readonly description: string;
  readonly required: boolean;
  readonly complete?: Completer;
};

type Prompt = {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly arguments: readonly Argument[];
  readonly text: (given: Readonly<Record<string, string>>) => string;
};

const argumentLengthMax = 200;
const completionsMax = 20;

const prompts: readonly Prompt[] = [
  {
    name: 'month_end_close',
    title: 'Month-end close',
    description: 'Go through the checklist for closing a month, and list what is left to do.',
    arguments: [{ name: 'month', description: 'YYYY-MM', required: true, complete: lastMonths }],
    text: ({ month }) =>
      [
        `Prepare the close of ${month}.`,
        'Look up, for that month: drafts of sales and documents, sales without an invoice, unallocated payments,',
        'expenses that await approval or have no receipt, negative stock, and the trial balance.',
        'Then read the profit and loss and compare it with the month before.',
        'List the open items with numbers and amounts, and what you would do about each.',
        'Write nothing and lock nothing: the period is closed by a person.',
      ].join(' '),
  },
  {
    name: 'chase_overdue_invoices',
    title: 'Chase overdue invoices',
    description: 'List overdue receivables by client and age, and draft a reminder for each client.',
    arguments: [
      { name: 'days_overdue', description: 'Minimum number of days overdue', required: false },
      {
        name: 'tone',
        description: 'friendly, firm or final',
        required: false,
        complete: among(['friendly', 'firm', 'final']),
      },
    ],
    text: ({ days_overdue: days = '1', tone = 'friendly' }) =>
      [
        `Find the invoices that are overdue for at least ${days} days.`,
        'Group them by client with the total due, the oldest due date and the last payment.',
        `For each client draft a ${tone} reminder that names each number, amount and due date.`,
        'Show the drafts to me and send nothing until I say so.',
      ].join(' '),
  },
  {
    name: 'explain_report',
    title: 'Explain a report',
    description: 'Read a report and explain in plain words what it shows and why it changed.',
    arguments: [
      {
        name: 'report',
        description: 'Name of a report, such as profit-and-loss',
        required: true,
        complete: (mcpContext, caller, typed) =>
          reportNames(mcpContext, caller).filter((name) => name.startsWith(typed)),
      },
      { name: 'period', description: 'Such as 2026-03, or last quarter', required: false },
    ],
    text: ({ report, period = 'the current month' }) =>
      [
        `Read the report ${report} for ${period} and for the period before it.`,
        'Explain in plain words what it shows, which three lines changed most,',
        'and which sales, payments or expenses explain that.',
        'Take every figure from the report; do not add up rows yourself.',
        'Say what the report does not show.',
      ].join(' '),
  },
  {
    name: 'restock',
    title: 'Restock',
    description: 'Find products below their reorder point, and propose what to order.',
    arguments: [{ name: 'days', description: 'How many days the stock should last', required: false }],
    text: ({ days = '30' }) =>
      [
        'Find the variants whose stock is below their reorder point,',
        `or will not last ${days} days at the pace of the last 90.`,
        'For each give SKU, name, stock, what sells per week, and a quantity to order.',
        'Show the list as a table and order nothing.',
      ].join(' '),
  },
  {
    name: 'new_client_setup',
    title: 'Set up a new client',
    description: 'Create a client without a duplicate, with everything an invoice needs.',
    arguments: [{ name: 'client', description: 'Name of the client', required: true, complete: clientNames }],
    text: ({ client }) =>
      [
        `Set up the client "${client}".`,
        'First check for an existing client with this or a similar name.',
        'Then ask me for what is missing: legal name, address, e-mail for invoices, tax number, terms, currency.',
        'Preview the creation with dry_run, show it to me, and create the client when I agree.',
      ].join(' '),
  },
];

export function listPrompts(): ListPromptsResult {
  return {
    prompts: prompts.map(({ name, title, description, arguments: asked }) => ({
      name,
      title,
      description,
      arguments: asked.map((argument) => ({
        name: argument.name,
        description: argument.description,
        required: argument.required,
      })),
    })),
  };
}

export function getPrompt(name: string, given: Readonly<Record<string, string>>): GetPromptResult {
  const prompt = prompts.find((one) => one.name === name);
  if (prompt === undefined) throw invalid(`Unknown prompt: ${name.slice(0, 100)}`);
  const { arguments: asked, description } = prompt;
  const missing = asked.filter((argument) => argument.required && (given[argument.name] ?? '').trim() === '');
  if (missing.length > 0) throw invalid(`Missing arguments: ${missing.map((argument) => argument.name).join(', ')}`);
  const filled = asked.flatMap((argument) => {
    const value = given[argument.name]?.trim() ?? '';
    return value === '' ? [] : [[argument.name, escapeHidden(value.slice(0, argumentLengthMax))]];
  });
  const text = prompt.text(Object.fromEntries(filled));
  return { description, messages: [{ role: 'user', content: { type: 'text', text } }] };
}

/** Values that go on from what is typed. What cannot be completed completes to nothing. */
export async function complete(
  mcpContext: McpContext,
  caller: Caller,
  { ref, argument }: CompleteRequest['params'],
): Promise<CompleteResult> {
  const values = await completer(ref, argument.name)?.(mcpContext, caller, argument.value, mcpContext.runtime.now());
  const shown = (values ?? []).slice(0, completionsMax);
  return { completion: { values: shown, total: values?.length ?? 0, hasMore: shown.length < (values?.length ?? 0) } };
}

function completer(ref: CompleteRequest['params']['ref'], name: string): Completer | undefined {
  if (ref.type === 'ref/resource') {
    return name === 'name'
      ? (mcpContext, caller, typed) => reportNames(mcpContext, caller).filter((one) => one.startsWith(typed))
      : undefined;
  }
  return prompts.find((prompt) => prompt.name === ref.name)?.arguments.find((one) => one.name === name)?.complete;
}

function among(values: readonly string[]): Completer {
  return (_counter, _caller, typed) => values.filter((value) => value.startsWith(typed));
}

/** The months of the last year, newest first. */
function lastMonths(_counter: McpContext, { view }: Caller, typed: string, now: string): string[] {
  const today = dayIn(now, view.credential.actor.organization?.timezone ?? 'UTC');
  const [year = 0, month = 0] = today.split('-').map(Number);
  return Array.from({ length: 12 }, (_, back) => {
    const index = year * 12 + month - 1 - back;
    return `${Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, '0')}`;
  }).filter((value) => value.startsWith(typed));
}

/** Names that the caller may see; nothing where clients are closed to it. */
async function clientNames(mcpContext: McpContext, caller: Caller, typed: string): Promise<string[]> {
  const action = mcpContext.toolbox.actions.get('list_clients');
  if (action === undefined || typed.trim() === '') return [];
  const { structuredContent } = await perform(mcpContext, caller, action, { q: typed, limit: completionsMax });
  // A result of ours: an object, of a page when the call went well.
  const rows = (structuredContent as Readonly<Record<string, unknown>> | undefined)?.['data'];
  if (!Array.isArray(rows)) return [];
  return rows
    .map((row: Record<string, unknown>) => row['display_name'] ?? row['name'])
    .filter((name) => typeof name === 'string');
}

function invalid(message: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message);
}
