import { z } from 'zod';
import { forbidden, insufficientScope, notFound } from '../../../operation/errors.ts';
import { operation } from '../../../operation/operation.ts';
import { Id } from '../../../wire/index.ts';
import { takeBack, UndoneWrite } from './take-back.ts';
import { alreadyUndone, changedSince, undoExpired, undoUnavailable } from './undo-refusals.ts';

export const undoMcpWrite = operation({
  name: 'undo_mcp_write',
  summary: 'Undo a write by an AI app within 24 hours, if its records have not changed since.',
  guidance: 'Needs the permissions of the reversing action, such as a void. list_mcp_activity says what can be undone.',
  http: 'POST /mcp/activity/{id}/undo',
  effect: 'write',
  permission: 'signed_in',
  mcp: 'action',
  undoes: 'write',
  noUndo: 'undoing',
  input: z.strictObject({ id: Id('audit') }),
  output: UndoneWrite,
  refuses: [notFound, forbidden, insufficientScope, undoUnavailable, undoExpired, alreadyUndone, changedSince],
  run: (context, { id }) => takeBack(context, id),
});
