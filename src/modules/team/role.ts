import { z } from 'zod';
import { Id, Instant } from '../../wire/index.ts';

export const Role = z.object({
  id: Id('role'),
  name: z.string(),
  kind: z.enum(['system', 'custom']),
  permissions: z.array(z.string()),
  version: z.int(),
  created_at: Instant,
  updated_at: Instant,
});

export type RoleRow = z.output<typeof Role>;
