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

/** What one caller is shown: the rights of its credential, narrowed by what this connection asked for. */
export type View = {
  readonly credential: McpCredential;
  readonly toolsets: ReadonlySet<Toolset> | undefined;
  readonly readOnly: boolean;
  /** Whether the client shows apps beside the answers of tools. */
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
  const asked = toolsets === undefined ? undefined : toolsetsNamed(toolsets);
  const narrowed = `${asked === undefined ? '' : asked.join()}\n${readOnly ? 'r' : ''}${showsApps ? 'a' : ''}`;
  const key = `${rightsKey(credential)}\n${narrowed}`;
  return { credential, toolsets: asked === undefined ? undefined : new Set(asked), readOnly, showsApps, key };
}

/** Why this view may not use an operation at all; undefined when it may, if only to prepare what a person then does. */
export function refusalFor(view: View, operation: Operation): BusinessError | undefined {
  const toolset = toolsetOf(operation);
  if (operation.mcp === 'hidden' || toolset === undefined) return notFound({ detail: 'There is no such action.' });
  const refused = refusalOfToken(view.credential, operation);
  if (refused !== undefined) return refused;
  if (view.toolsets?.has(toolset) === false) {
    return insufficientScope({ toolset, hint: `Connect with an address that includes the toolset ${toolset}.` });
  }
  if (view.readOnly && operation.effect !== 'read') {
    return insufficientScope({ hint: 'This connection only reads. Connect without ?readonly=1.' });
  }
  return undefined;
}

/** The same of a call: whoever may ask for something may ask what became of it, listed or not. */
export function refusalToCall(view: View, operation: Operation): BusinessError | undefined {
  return operation.name === 'get_approval' ? undefined : refusalFor(view, operation);
}

/** Whether the token may prepare this and a person has to do it. */
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

function toolsetsNamed(text: string): Toolset[] {
  const names = text.split(',').map((name) => name.trim());
  const known = toolsetNames.filter((name) => names.includes(name));
  if (known.length === new Set(names).size) return known;
  const message = `Write toolsets out of ${toolsetNames.join(', ')}, with commas between.`;
  throw validationFailed({ errors: [{ pointer: '/toolsets', code: 'unknown_toolset', message }], hint: message });
}
