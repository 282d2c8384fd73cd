import { chakra } from 'kit/ui';
import type { RefObject } from 'react';

const OutOfSight = chakra('div', {
  base: { position: 'absolute', left: '-10000px', width: '1px', height: '1px', overflow: 'hidden' },
});

/**
 * A field that people neither see nor reach: what fills it is a machine. Its name is one that browsers do not fill in
 * by themselves.
 */
export function TrapField({ field }: { field: RefObject<HTMLInputElement | null> }) {
  return (
    <OutOfSight aria-hidden="true">
      <input ref={field} type="text" name="preferences" tabIndex={-1} autoComplete="off" />
    </OutOfSight>
  );
}
