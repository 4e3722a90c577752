import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type CallToolResult,
  type InputRequest,
  inputRequired,
  ProtocolErrorCode,
  type Result,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { Arguments } from './arguments.ts';
import { ask as asks, said } from './conformance-tools.ts';
import { created, type Task, type Tasks, type TaskState, tasksRequired } from './tasks/task.ts';

type Call = { readonly given: Arguments; readonly context: ServerContext; readonly takesTasks: boolean };
type TaskTool = { readonly description: string; readonly call: (call: Call) => Promise<Result> };
type Ask = (name: string, message: string) => Promise<unknown>;
type Work = (ask: Ask, signal: AbortSignal) => Promise<CallToolResult>;

type Kept = {
  readonly begun: string;
  readonly ending: AbortController;
  readonly asked: Map<string, { readonly request: InputRequest; readonly answer: (response: unknown) => void }>;
  state: TaskState;
};

const pollIntervalMs = 100;
const failsAfterMs = 100;

/** The tools of the suite's scenarios of tasks. Their work is nothing but time, and is kept in memory for its run. */
export function openFixtureTasks() {
  const kept = new Map<string, Kept>();
  const begin = (work: Work): Result => {
    const id = randomUUID();
    kept.set(id, beginning(work));
    return created(taskIn(id, kept));
  };
  return { tools: toolsBy(begin), tasksBefore: (others: Tasks) => tasksIn(kept, others) };
}

function toolsBy(begin: (work: Work) => Result): Readonly<Record<string, TaskTool>> {
  return {
    greet: {
      description: 'Greets',
      call: async ({ given }) => said(`Hello, ${String(given['name'])}!`),
    },
    slow_compute: {
      description: 'Takes its time',
      call: async ({ given, takesTasks }) => {
        const work: Work = async (_ask, signal) => {
          await sleep(Number(given['seconds'] ?? 0) * 1_000, undefined, { signal });
          return said('Computed.');
        };
        return takesTasks ? begin(work) : work(neverAsks, new AbortController().signal);
      },
    },
    failing_job: taskOnly('Fails', async () => {
      await sleep(failsAfterMs);
      return { isError: true, ...said('It failed.') };
    }),
    protocol_error_job: taskOnly('Breaks', async () => {
      await sleep(failsAfterMs);
      throw new Error('It broke.');
    }),
    confirm_delete: taskOnly('Asks before it deletes', async (ask) => {
      await ask('confirm', 'Delete it?');
      return said('Deleted.');
    }),
    multi_input: taskOnly('Asks for two things at once', async (ask) => {
      await Promise.all([ask('name', 'Your name?'), ask('color', 'Your favourite colour?')]);
      return said('Both are there.');
    }),
    test_tool_with_task: {
      description: 'Asks, and then takes its time',
      call: async ({ context, takesTasks }) => {
        if (!takesTasks) throw tasksRequired();
        const answer = context.mcpReq.inputResponses?.['user_name'];
        if (answer !== undefined) return begin(async () => said(`Hello, ${JSON.stringify(answer)}!`));
        return inputRequired({ inputRequests: { user_name: asks('What is your name?', 'name') } });
      },
    },
  };

  function taskOnly(description: string, work: Work): TaskTool {
    return {
      description,
      call: async ({ takesTasks }) => {
        if (!takesTasks) throw tasksRequired();
        return begin(work);
      },
    };
  }
}

const neverAsks: Ask = () => Promise.reject(new Error('nobody can be asked'));

function beginning(work: Work): Kept {
  const task: Kept = {
    begun: new Date().toISOString(),
    ending: new AbortController(),
    asked: new Map(),
    state: { status: 'working' },
  };
  const ask: Ask = (name, message) =>
    new Promise((resolve) => {
      task.asked.set(randomUUID(), { request: asks(message, name), answer: resolve });
    });
  const settle = (state: TaskState) => {
    if (task.state.status === 'working') task.state = state;
  };
  work(ask, task.ending.signal).then(
    (result) => settle({ status: 'completed', result }),
    (error: Error) =>
      settle({ status: 'failed', error: { code: ProtocolErrorCode.InternalError, message: error.message } }),
  );
  return task;
}

function taskIn(id: string, kept: ReadonlyMap<string, Kept>): Task {
  const task = kept.get(id);
  if (task === undefined) throw new RangeError('the task was looked for before');
  const open = Object.fromEntries([...task.asked].map(([key, { request }]) => [key, request]));
  const facts = {
    taskId: id,
    statusMessage: 'Of the suite.',
    createdAt: task.begun,
    lastUpdatedAt: task.begun,
    ttlMs: null,
    pollIntervalMs,
  };
  const waits = task.state.status === 'working' && task.asked.size > 0;
  return { ...facts, ...(waits ? { status: 'input_required', inputRequests: open } : task.state) };
}

function tasksIn(kept: ReadonlyMap<string, Kept>, others: Tasks): Tasks {
  return {
    get: async (id) => (kept.has(id) ? taskIn(id, kept) : others.get(id)),
    cancel: async (id) => {
      const task = kept.get(id);
      if (task === undefined) return others.cancel(id);
      if (task.state.status === 'working') task.state = { status: 'cancelled' };
      task.ending.abort();
    },
    answer: async (id, responses) => {
      const task = kept.get(id);
      if (task === undefined) return others.answer(id, responses);
      for (const [key, response] of Object.entries(responses)) {
        task.asked.get(key)?.answer(response);
        task.asked.delete(key);
      }
    },
  };
}
