import type { ListToolsResult } from '@modelcontextprotocol/server';
import type { Action } from './action.ts';
import type { Found } from './finding/finder.ts';
import type { View } from './view.ts';

/** Everything that models may use, built once from the catalogue. */
export type Toolbox = {
  readonly actions: ReadonlyMap<string, Action>;
  /** The actions that this view may use, in the catalogue's order. */
  actionsFor(view: View): readonly Action[];
  /** Those of these actions that fit the words best, or what it is that the service has not. */
  find(query: string, among: readonly Action[]): Found;
  /** The tool list that this view is shown. The same object for the same rights. */
  list(view: View): ListToolsResult;
};
