import type { JSONRPCNotification, JSONRPCRequest, Server } from '@modelcontextprotocol/server';
import type { Caller } from './mcp-context.ts';

/** Additions for the conformance suite, present only while it runs. */
export type Fixtures = {
  /** Our server for this caller, with the suite's tools, resources and prompts on it. */
  serverFor(caller: Caller): Server;
  /** True for a call of a tool that sends notifications before its result. None of our own does. */
  streams(messages: readonly (JSONRPCRequest | JSONRPCNotification)[]): boolean;
  stream(
    request: Request,
    message: JSONRPCRequest | JSONRPCNotification | undefined,
    caller: Caller,
  ): Promise<Response>;
};
