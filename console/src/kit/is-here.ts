import { useEffect, useRef } from 'preact/hooks';

/** Whoever has gone elsewhere meanwhile is not led away from there. */
export function useIsHere() {
  const isHere = useRef(true);
  useEffect(
    () => () => {
      isHere.current = false;
    },
    [],
  );
  return isHere;
}
