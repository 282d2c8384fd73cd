import type { TrialAnswer } from './host-pages.ts';
import type { TrialReport } from './trial-browser.ts';

/** What the gate tells the process that jsdom runs in. */
export type JsdomRequest =
  | {
      type: 'page';
      path: string;
      origin: string;
      observer: string;
      ask: string;
      complaint: string;
      noise: RegExp;
    }
  | { type: 'answer'; id: number; answer: TrialAnswer };

/** What that process says. */
export type JsdomAnswer =
  | { type: 'ready' }
  | { type: 'request'; id: number; path: string }
  | { type: 'report'; path: string; report: TrialReport };
