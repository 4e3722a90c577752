import type { Caller, McpContext } from '../mcp-context.ts';
import type { TaskRecord } from './task-record.ts';

/** Where tasks are read and ended, and for whom. */
export type Keeping = { readonly mcpContext: McpContext; readonly caller: Caller };

/** The record behind a task, with the id that its client knows. */
export type NamedTask = TaskRecord & { readonly taskId: string };
