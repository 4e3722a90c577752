import { BusinessError } from '../../../operation/errors.ts';

const overload = 429;

/** A refusal with the step that it is about: its fields are told where they stand in the call. */
export function atStep(index: number, action: string, error: unknown): unknown {
  if (!(error instanceof BusinessError) || error.kind.status >= 500 || error.kind.status === overload) return error;
  const place = `/steps/${index}`;
  const { errors = [] } = error.details;
  const placed =
    errors.length === 0
      ? [{ pointer: place, code: error.kind.code, message: error.message }]
      : errors.map((one) => ({ ...one, pointer: `${place}/arguments${one.pointer}` }));
  const detail = `Step ${index + 1}, ${action}: ${error.message}`;
  return new BusinessError(error.kind, { ...error.details, errors: placed, step: index + 1, detail });
}
