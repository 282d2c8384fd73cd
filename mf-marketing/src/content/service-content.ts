import type { Block } from '../sections/blocks.tsx';
import type { DrawingFile } from '../sections/drawing.tsx';

/** Everything that one service page says; the ways on are the same on all of them. */
export interface ServiceContent {
  hero: { kicker: string; title: string; lead: string };
  picture: DrawingFile;
  body: readonly Block[];
  /** Beside the button "Schedule Your Free Consultation". */
  closing: { title: string; lead: string };
  /** The block under the anchor `contact`, which that button scrolls to. */
  contact: { title: string; lead: string };
}
