import { once } from '../../core/once.ts';
import type { ListToolsResult, Tool } from '@modelcontextprotocol/server';
import { onlyMakesCalls, type Operation } from '../../operation/operation.ts';
import { type Action, actionOf } from './action.ts';
import { appOf } from './apps/apps.ts';
import { keepText } from './exchange.ts';
import { openFinder } from './finding/finder.ts';
import { metaTools } from './meta-tools.ts';
import { researchTools } from './research.ts';
import type { Toolbox } from './toolbox.ts';
import { refusalFor, type View } from './view.ts';

const listsMax = 200;

export function openToolbox(catalogue: readonly Operation[]): Toolbox {
  const all = catalogue.map(actionOf).filter((action) => action !== undefined);
  const actions = new Map(all.map((action) => [action.name, action]));
  // Opened by whoever first looks for an action: reading all phrases takes a second, and many callers never look.
  const finder = once(() => openFinder(all));
  const lists = new Map<string, ListToolsResult>();
  const actionsFor = (view: View) => withoutIdleUndo(all.filter(({ operation }) => !refusalFor(view, operation)));
  return {
    actions,
    actionsFor,
    find: (query, among) => finder().find(query, among),
    list: (view) => {
      const known = lists.get(view.key);
      if (known !== undefined) return known;
      const list = keepText({ tools: toolsOf(actionsFor(view), view) });
      if (lists.size >= listsMax) lists.clear();
      lists.set(view.key, list);
      return list;
    },
  };
}

/** A caller without writes has nothing to undo, and none to take one after the other. */
function withoutIdleUndo(actions: Action[]): Action[] {
  const writes = actions.some(({ operation }) => operation.effect !== 'read' && !isIdleAlone(operation));
  return writes ? actions : actions.filter(({ operation }) => !isIdleAlone(operation));
}

/** Of more use where its answer is shown than where it is read. */
const worthShowing = new Set(['get_document']);

/** Curated tools, then the way to the rest of the catalogue as far as there is a rest to reach. */
function toolsOf(actions: readonly Action[], { showsApps, isResearch }: View): Tool[] {
  const curated = actions.filter(
    ({ operation: { mcp, name } }) => mcp === 'tool' || (showsApps && worthShowing.has(name)),
  );
  const rest = new Set(
    actions.filter(({ operation }) => operation.mcp === 'action').map(({ operation }) => operation.effect),
  );
  const ways = metaTools.filter(({ effect }) => (effect === undefined ? rest.size > 0 : rest.has(effect)));
  const research = isResearch ? researchTools : [];
  const tools = [...research, ...curated, ...ways].map(({ tool }) => tool);
  return showsApps ? tools.map(withApp) : tools;
}

function withApp(tool: Tool): Tool {
  const app = appOf(tool.name);
  return app === undefined ? tool : { ...tool, _meta: { ui: { resourceUri: app.uri } } };
}

/** A write that comes to nothing for whoever can do no other: it makes, takes back or practises those. */
export function isIdleAlone(operation: Operation): boolean {
  return onlyMakesCalls(operation) || (operation.ofPractice === true && operation.effect !== 'read');
}
