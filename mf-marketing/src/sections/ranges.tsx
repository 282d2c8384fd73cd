import { chakra } from 'kit/ui';
import type { ReactNode } from 'react';

const NoBreak = chakra('span', { base: { whiteSpace: 'nowrap' } });

const range = /(\d+X?-\d+[X%]?)/;

/** A text whose ranges, such as `5X-10X`, do not break after the hyphen. */
export function keepRanges(text: string): ReactNode {
  // The parts with an odd index are the ranges.
  return text.split(range).map((part, index) => (index % 2 ? <NoBreak key={part}>{part}</NoBreak> : part));
}
