import type { Operation } from '../../operation/operation.ts';

const actions = new Map<string, Operation>();

/** The actions that models are offered, told once at start by the door that offers them. */
export function registerActions(offered: Iterable<Operation>): void {
  for (const action of offered) actions.set(action.name, action);
}

export function actionNamed(name: string): Operation | undefined {
  return actions.get(name);
}

/**
 * True for a name among the actions; also where no door offers any, as nothing can be checked then. Where no door
 * offers any, nobody can tell.
 */
export function isAction(name: string): boolean {
  return actions.size === 0 || actions.has(name);
}
