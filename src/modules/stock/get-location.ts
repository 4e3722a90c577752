import { z } from 'zod';
import { notFound } from '../../operation/errors.ts';
import { fieldsInput } from '../../operation/list.ts';
import { operation } from '../../operation/operation.ts';
import { Id } from '../../wire/index.ts';
import { Location, readLocation } from './location.ts';

export const getLocation = operation({
  name: 'get_location',
  summary: 'Get one stock location.',
  http: 'GET /locations/{id}',
  effect: 'read',
  permission: 'stock:read',
  mcp: 'action',
  input: z.strictObject({ id: Id('location'), fields: fieldsInput(Location).optional() }),
  output: Location,
  refuses: [notFound],
  run: (context, { id }) => readLocation(context, id),
});
