import type { FastifyInstance } from 'fastify';
import { refusals } from '../operation/errors.ts';
import type { Operation } from '../operation/operation.ts';

/** `GET /api/errors`: every code a caller may meet, what it means, what to do, and which operations answer it. */
export function registerErrors(server: FastifyInstance, catalogue: readonly Operation[]): void {
  const data = refusals().map(({ code, status, title, hint }) => ({
    code,
    status,
    title,
    hint,
    operations: catalogue
      .filter(({ refuses = [] }) => refuses.some((refusal) => refusal.code === code))
      .map(({ name }) => name),
  }));
  server.get('/api/errors', async () => ({ data }));
}
