import assert from 'node:assert/strict';
import { BusinessError } from '../../src/operation/errors.ts';
import type { Wire } from './world.ts';

/** For `assert.rejects`: the refusal with this code, and what it says beside it where that is part of the promise. */
export function refused(code: string, look: (details: Wire) => void = () => undefined): (error: unknown) => true {
  return (error) => {
    if (!(error instanceof BusinessError)) throw error;
    assert.equal(error.kind.code, code);
    look(error.details);
    return true;
  };
}
