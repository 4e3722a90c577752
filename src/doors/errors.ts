import type { FastifyInstance } from 'fastify';
import { once } from '../core/once.ts';
import { refusals, type Refusal } from '../operation/errors.ts';
import type { Operation } from '../operation/operation.ts';

/** `GET /api/errors`: every code a caller may meet, what it means, what to do, and which operations answer it. */
export function registerErrors(server: FastifyInstance, catalogue: readonly Operation[]): void {
  const data = once(() => refusals().map((refusal) => described(refusal, catalogue)));
  server.get('/api/errors', async () => ({ data: data() }));
}

function described({ code, status, title, hint }: Refusal, catalogue: readonly Operation[]) {
  const refusing = catalogue.filter(({ refuses = [] }) => refuses.some((refusal) => refusal.code === code));
  return { code, status, title, hint, operations: refusing.map(({ name }) => name) };
}
