import type { Block } from '../sections/blocks.tsx';

/** The copy of one service page; the links to other pages are the same on all of them. */
export interface ServiceContent {
  hero: { kicker: string; title: string; lead: string };
  body: readonly Block[];
  /** The text beside the button "Schedule Your Free Consultation". */
  closing: { title: string; lead: string };
  /** The block with the anchor `contact`, to which that button scrolls. */
  contact: { title: string; lead: string };
}
