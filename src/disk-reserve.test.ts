/** Writes stop before the disk is full, and resume once there is room. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { decideDisk } from './disk-reserve.ts';

const reserve = 64;

test('writes end before the space does, and the reserve is given up only for others who fill the rest', () => {
  const decide = (free: number, held: boolean, isFull: boolean) => decideDisk({ free, held, isFull }, reserve);
  assert.deepEqual(decide(1_000, true, false), { isFull: false, reserve: 'keep' });
  assert.deepEqual(decide(1_000, false, false), { isFull: false, reserve: 'take' });
  assert.deepEqual(decide(63, true, false), { isFull: true, reserve: 'keep' });
  assert.deepEqual(decide(10, true, true), { isFull: true, reserve: 'give_up' });
  assert.deepEqual(decide(100, true, true), { isFull: true, reserve: 'keep' });
  assert.deepEqual(decide(128, true, true), { isFull: false, reserve: 'keep' });
});

test('a disk that nobody changes settles: no reserve is taken and given up again', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1_000 }), fc.boolean(), fc.boolean(), (space, heldAtFirst, fullAtFirst) => {
      let state = { free: space, held: heldAtFirst, isFull: fullAtFirst };
      const seen: string[] = [];
      for (let look = 0; look < 6; look += 1) {
        const { isFull, reserve: what } = decideDisk(state, reserve);
        if (what === 'give_up') state = { free: state.free + reserve, held: false, isFull };
        else if (what === 'take') state = { free: state.free - reserve, held: true, isFull };
        else state = { ...state, isFull };
        seen.push(what);
      }
      assert.ok(state.free >= 0);
      assert.deepEqual(seen.slice(-3), ['keep', 'keep', 'keep']);
    }),
  );
});
