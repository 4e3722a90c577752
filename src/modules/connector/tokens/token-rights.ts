import { type BusinessError, insufficientScope, type OperationName } from '../../../operation/errors.ts';
import type { Operation } from '../../../operation/operation.ts';
import type { McpCredential } from './authenticate.ts';
import { verdictOf } from './preset.ts';
import { toolsetOf } from './toolsets.ts';

/** Why a token may not use an operation at all; undefined when it may, if only to prepare what a person then does. */
export function refusalOfToken({ actor, token }: McpCredential, operation: Operation): BusinessError | undefined {
  const { permission, name } = operation;
  if (permission !== 'signed_in' && permission !== 'public' && !actor.permissions.has(permission)) {
    return insufficientScope({ needs: permission });
  }
  if (verdictOf(token.preset, operation) === 'refused') {
    return insufficientScope({ preset: token.preset, hint: 'This token only reads. Use one with a wider preset.' });
  }
  if (token.allowedActions?.has(name) === false) {
    // A token is limited to names of actions that there are.
    const allowed = [...token.allowedActions] as OperationName[];
    return insufficientScope({ allowed, hint: 'This token is limited to `allowed`.' });
  }
  const toolset = toolsetOf(operation);
  if (toolset !== undefined && token.toolsets?.includes(toolset) === false) {
    return insufficientScope({ toolset, hint: `Use a token that includes the toolset ${toolset}.` });
  }
  return undefined;
}
