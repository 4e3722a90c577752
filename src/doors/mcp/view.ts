import { type BusinessError, insufficientScope, notFound, validationFailed } from '../../operation/errors.ts';
import type { Operation } from '../../operation/operation.ts';
import {
  type Input,
  type McpCredential,
  refusalOfToken,
  type Toolset,
  toolsetNames,
  toolsetOf,
  verdictOf,
} from '../../modules/connector/index.ts';

/** The actions visible to a caller: the rights of its credential, narrowed by the parameters of the connection. */
export type View = {
  readonly credential: McpCredential;
  readonly toolsets: ReadonlySet<Toolset> | undefined;
  readonly readOnly: boolean;
  /** The connection asked for the two research tools only. */
  readonly isResearch: boolean;
  /** The client shows apps beside the answers of tools. */
  readonly showsApps: boolean;
  /** Views with the same key see the same tools. */
  readonly key: string;
};

type Narrowed = {
  readonly toolsets: string | undefined;
  readonly readOnly: boolean;
  readonly showsApps?: boolean;
};

export function viewOf(credential: McpCredential, { toolsets, readOnly, showsApps = false }: Narrowed): View {
  const { known: asked, isResearch } = toolsetsNamed(toolsets);
  const marks = [readOnly ? 'r' : '', showsApps ? 'a' : '', isResearch ? 's' : ''].join('');
  const narrowed = `${asked === undefined ? '' : asked.join()}\n${marks}`;
  const key = `${rightsKey(credential)}\n${narrowed}`;
  const own = asked === undefined ? undefined : new Set(asked);
  return { credential, toolsets: own, readOnly, isResearch, showsApps, key };
}

/** Why this view may not use an operation at all; undefined when it may, if only to prepare what a person then does. */
export function refusalFor(view: View, operation: Operation): BusinessError | undefined {
  const toolset = toolsetOf(operation);
  if (operation.mcp === 'hidden' || toolset === undefined) return notFound({ detail: 'There is no such action.' });
  const refused = refusalOfToken(view.credential, operation);
  if (refused !== undefined) return refused;
  if (view.toolsets?.has(toolset) === false) {
    return insufficientScope({ toolset, hint: `Connect with a URL that includes the toolset ${toolset}.` });
  }
  if (view.readOnly && operation.effect !== 'read') {
    return insufficientScope({ hint: 'This connection is read-only. Connect without ?readonly=1.' });
  }
  return undefined;
}

/** The same of a call: whoever may ask for something may ask what became of it, listed or not. */
export function refusalToCall(view: View, operation: Operation): BusinessError | undefined {
  return operation.tellsOutcome === true ? undefined : refusalFor(view, operation);
}

/** True where the token may only prepare this call and a person has to approve it. */
export function needsPerson({ credential }: View, operation: Operation, input: Input = {}): boolean {
  return verdictOf(credential.token.preset, operation, input) === 'needs_person';
}

const rightsKeys = new WeakMap<McpCredential, string>();

function rightsKey(credential: McpCredential): string {
  let key = rightsKeys.get(credential);
  if (key === undefined) {
    const { actor, token } = credential;
    const actions = token.allowedActions === undefined ? null : [...token.allowedActions].toSorted();
    key = JSON.stringify([token.preset, token.toolsets ?? null, actions, [...actor.permissions].toSorted()]);
    rightsKeys.set(credential, key);
  }
  return key;
}

/** Not a part of the catalogue but a way to read it. */
const researchName = 'research';

function toolsetsNamed(text: string | undefined): { known?: Toolset[]; isResearch: boolean } {
  if (text === undefined) return { isResearch: false };
  const names = new Set(text.split(',').map((name) => name.trim()));
  const isResearch = names.delete(researchName);
  const known = toolsetNames.filter((name) => names.has(name));
  if (known.length === names.size) return { known, isResearch };
  const message = `Write toolsets separated by commas: ${[...toolsetNames, researchName].join(', ')}.`;
  throw validationFailed({ errors: [{ pointer: '/toolsets', code: 'unknown_toolset', message }], hint: message });
}
