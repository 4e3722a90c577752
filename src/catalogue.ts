import { operations as clients } from './modules/clients/index.ts';
import type { Operation } from './operation/operation.ts';

/** Every operation the service has. REST, MCP, OpenAPI, permissions, docs and the tests are read off this list. */
export const catalogue: readonly Operation[] = [...clients];
