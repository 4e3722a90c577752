import { z } from 'zod';
import { notFound } from '../../../operation/errors.ts';
import { operation } from '../../../operation/operation.ts';
import { Id, Instant } from '../../../wire/index.ts';
import { previewFor } from '../previews/preview.ts';
import { Effect, Practice, readPractice, recordFrom } from './practice.ts';

const PractisedStep = z.object({
  step: z.int(),
  action: z.string(),
  arguments: z.record(z.string(), z.unknown()),
  id: z.string().nullable().describe('The record that it made; known in the practice only.'),
  number: z.string().nullable(),
  status: z.string().nullable(),
  total: z.string().nullable(),
  currency: z.string().nullable(),
  at: Instant,
  effect: Effect.describe('What it would do.'),
});

export const getPractice = operation({
  name: 'get_practice',
  summary: 'Get a practice: its state, and each write made in it with what it would do.',
  guidance: 'Steps of another member’s app need audit:read. Promoted or ended, it has none left: they are erased.',
  http: 'GET /mcp/practices/{id}',
  effect: 'read',
  permission: 'signed_in',
  mcp: 'action',
  ofPractice: true,
  input: z.strictObject({ id: Id('practice') }),
  output: Practice.extend({ steps: z.array(PractisedStep) }),
  refuses: [notFound],
  async run(context, { id }) {
    const practice = await readPractice(context, id);
    const { permissions, memberId } = context.actor;
    // What others wrote is read by those who may read the audit log, where it would stand.
    const seesSteps = practice.member_id === memberId || permissions.has('audit:read');
    const steps = (seesSteps && practice.status === 'running' ? practice.kept : []).map(
      ({ made: _made, idempotency_key: _key, effect, ...write }, index) => ({
        ...write,
        step: index + 1,
        effect: previewFor(permissions, { ...effect, result: {} }),
      }),
    );
    return { ...recordFrom(practice), steps };
  },
});
