import type { CallToolResult } from '@modelcontextprotocol/server';
import type { Toolset } from '../../modules/connector/index.ts';
import { cutOf, withLimit } from '../../operation/cut.ts';
import type { Action } from './action.ts';
import { indexOf } from './finding/action-index.ts';
import type { Caller, McpContext } from './mcp-context.ts';
import { plainText } from './plain-text.ts';
import { signatureOf } from './signature.ts';

export const foundMax = 50;
/** The best fits are shown with what they take, so that most calls need no describe_action. */
const signaturesMax = 3;
const signatureCharactersMax = 840;

type Asked = { readonly query?: string | undefined; readonly toolset?: Toolset | undefined; readonly limit: number };

/**
 * Actions that fit the words, the best first with what they take; without words the index of all there are.
 */
export function findActions(mcpContext: McpContext, caller: Caller, asked: Asked): CallToolResult {
  const { query = '', toolset, limit } = asked;
  const among = mcpContext.toolbox
    .actionsFor(caller.view)
    .filter((action) => toolset === undefined || action.toolset === toolset);
  if (query.trim() === '') return listed(among, asked);
  const { actions, absent } = mcpContext.toolbox.find(query, among);
  const shown = actions.slice(0, limit);
  const data = entriesOf(shown, { told: absent === undefined });
  const how = limit < foundMax ? withLimit(foundMax) : 'Use other words, or a `toolset`.';
  const cut = cutOf({ list: 'data', shown: data.length, left: actions.length - data.length, how });
  const none = absent === undefined ? undefined : noSuchThing(absent, shown);
  const found = { ...(none === undefined ? {} : { none }), data };
  return {
    content: [{ type: 'text', text: plainText(cut.length === 0 ? found : { ...found, left: cut[0]?.left }) }],
    structuredContent: { ...found, cut },
  };
}

function noSuchThing(absent: string, nearest: readonly Action[]): string {
  const near = nearest.map(({ name }) => name).join(', ');
  return `There is no action for ${absent}. ${near === '' ? 'Nothing comes near.' : `Nearest: ${near}.`}`;
}

type Entry = { readonly name: string; readonly use: string; readonly arguments?: string };

/** A short signature leaves its room to the longer ones after it. */
function entriesOf(actions: readonly Action[], { told }: { readonly told: boolean }): Entry[] {
  let room = signatureCharactersMax;
  return actions.map((action, index) => {
    const entry = { name: action.name, use: action.use };
    if (!told || index >= signaturesMax) return entry;
    // The best fit may take half of the room.
    const signature = signatureOf(action.inputSchema, Math.ceil(room / (index === 0 ? 2 : signaturesMax - index)));
    room -= signature.length;
    return { ...entry, arguments: signature };
  });
}

/** The index says each name once, in the text; programs have GET /api/mcp/v1/actions. */
function listed(among: readonly Action[], { toolset, limit }: Asked): CallToolResult {
  const shown = toolset === undefined ? [] : among.slice(0, limit);
  const data = entriesOf(shown, { told: false });
  const left = toolset === undefined ? 0 : among.length - data.length;
  const cut = cutOf({ list: 'data', shown: data.length, left, how: withLimit(foundMax) });
  return {
    content: [{ type: 'text', text: indexOf(among) }],
    structuredContent: { data, actions: among.length, cut },
  };
}
