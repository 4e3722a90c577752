import { type BusinessError, insufficientScope, notFound, validationFailed } from '../../operation/errors.ts';
import type { Operation } from '../../operation/operation.ts';
import {
  type Input,
  type McpCredential,
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
  /** Views with the same key see the same tools. */
  readonly key: string;
};

type Narrowed = { readonly toolsets: string | undefined; readonly readOnly: boolean };

export function viewOf(credential: McpCredential, { toolsets, readOnly }: Narrowed): View {
  const asked = toolsets === undefined ? undefined : toolsetsNamed(toolsets);
  const key = `${rightsKey(credential)}\n${asked === undefined ? '' : asked.join()}\n${readOnly ? 'r' : ''}`;
  return { credential, toolsets: asked === undefined ? undefined : new Set(asked), readOnly, key };
}

/** Why this view may not use an operation at all; undefined when it may, if only to prepare what a person then does. */
export function refusalFor(view: View, operation: Operation): BusinessError | undefined {
  const { actor, token } = view.credential;
  const { permission, name } = operation;
  const toolset = toolsetOf(operation);
  if (operation.mcp === 'hidden' || toolset === undefined) return notFound({ detail: 'There is no such action.' });
  if (permission !== 'signed_in' && permission !== 'public' && !actor.permissions.has(permission)) {
    return insufficientScope({ needs: permission });
  }
  if (verdictOf(token.preset, operation) === 'refused') {
    return insufficientScope({ preset: token.preset, hint: 'This token only reads. Use one with a wider preset.' });
  }
  if (token.allowedActions?.has(name) === false) {
    return insufficientScope({ allowed: [...token.allowedActions], hint: 'This token is limited to `allowed`.' });
  }
  if (token.toolsets?.includes(toolset) === false || view.toolsets?.has(toolset) === false) {
    return insufficientScope({
      toolset,
      hint: `Connect with a token and address that include the toolset ${toolset}.`,
    });
  }
  if (view.readOnly && operation.effect !== 'read') {
    return insufficientScope({ hint: 'This connection only reads. Connect without ?readonly=1.' });
  }
  return undefined;
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
