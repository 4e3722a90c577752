import type { ListToolsResult, Tool } from '@modelcontextprotocol/server';
import type { Operation } from '../../operation/operation.ts';
import { type Action, actionOf } from './action.ts';
import { keepText } from './exchange.ts';
import { metaTools } from './meta-tools.ts';
import type { Toolbox } from './toolbox.ts';
import { refusalFor, type View } from './view.ts';

const listsMax = 200;

export function openToolbox(catalogue: readonly Operation[]): Toolbox {
  const all = catalogue.map(actionOf).filter((action) => action !== undefined);
  const actions = new Map(all.map((action) => [action.name, action]));
  const lists = new Map<string, ListToolsResult>();
  const actionsFor = (view: View) => all.filter(({ operation }) => refusalFor(view, operation) === undefined);
  return {
    actions,
    actionsFor,
    list: (view) => {
      const known = lists.get(view.key);
      if (known !== undefined) return known;
      const list = keepText({ tools: toolsOf(actionsFor(view)) });
      if (lists.size >= listsMax) lists.clear();
      lists.set(view.key, list);
      return list;
    },
  };
}

/** Curated tools, then the way to the rest of the catalogue as far as there is a rest to reach. */
function toolsOf(actions: readonly Action[]): Tool[] {
  const curated = actions.filter(({ operation }) => operation.mcp === 'tool').map(({ tool }) => tool);
  const rest = new Set(
    actions.filter(({ operation }) => operation.mcp === 'action').map(({ operation }) => operation.effect),
  );
  const ways = metaTools.filter(({ effect }) => (effect === undefined ? rest.size > 0 : rest.has(effect)));
  return [...curated, ...ways.map(({ tool }) => tool)];
}
