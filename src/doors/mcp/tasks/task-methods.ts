import type { Server } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { Caller } from '../mcp-context.ts';
import { type Tasks, tasksRequired } from './task.ts';

const Named = z.object({ taskId: z.string() });

type Answering = { readonly caller: Pick<Caller, 'takesTasks'>; readonly tasks: Tasks };

/** Gives a server its answer to one method of tasks. */
export const taskMethods: Readonly<Record<string, (server: Server, answering: Answering) => void>> = {
  'tasks/get': (server, { caller, tasks }) =>
    server.setRequestHandler('tasks/get', { params: Named }, async ({ taskId }) => {
      mustTake(caller);
      return tasks.get(taskId);
    }),
  'tasks/update': (server, { caller, tasks }) =>
    server.setRequestHandler('tasks/update', { params: Named }, async ({ taskId }, { mcpReq }) => {
      mustTake(caller);
      // The SDK takes the answers out of the parameters.
      await tasks.answer(taskId, mcpReq.inputResponses ?? {});
      return {};
    }),
  'tasks/cancel': (server, { caller, tasks }) =>
    server.setRequestHandler('tasks/cancel', { params: Named }, async ({ taskId }) => {
      mustTake(caller);
      await tasks.cancel(taskId);
      return {};
    }),
};

function mustTake({ takesTasks }: Pick<Caller, 'takesTasks'>): void {
  if (!takesTasks) throw tasksRequired();
}
