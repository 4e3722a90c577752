import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { onceRead } from '../api/first-reads.ts';
import { Waiting } from '../kit/states.tsx';

type Parts = {
  readonly children: ComponentChildren;
  /** The next screen is on its way. */
  readonly isLeft: boolean;
};

/**
 * A screen whose parts are read one by one is shown once all are there, so that none moves another. What style sheets
 * leave in sight meanwhile, such as the head of a list, has a place that nothing moves.
 */
export function Together({ children, isLeft }: Parts) {
  const [isThere, setThere] = useState(false);
  useEffect(() => onceRead(() => setThere(true)), []);
  return (
    <div class="screen" data-coming={!isThere} aria-busy={!isThere || isLeft}>
      {children}
      {!isThere && <Waiting lines={12} />}
    </div>
  );
}
