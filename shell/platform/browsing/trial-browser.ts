import type { TrialAnswer } from './host-pages.ts';

/** Where trial pages seem to lie: no request for it ever leaves this machine. */
export const trialOrigin = 'http://gate.invalid';

/** What every trial page of a release has in common. */
export interface TrialTerms {
  /** Answers what pages ask {@link trialOrigin} for; every other address is out of reach. */
  answer: (path: string) => Promise<TrialAnswer>;
  isAlive: string;
  complaint: string;
  /** What the host's own scripts may say without any fault of the page. */
  noise: RegExp;
  /** For one page to come alive, in milliseconds of its own time: {@link OwnTime}. */
  timeLimit: number;
}

/** What a page did, by its own browser. */
export interface TrialReport {
  isAlive: boolean;
  /** Sentences without a subject: `calls window.alert`. */
  problems: string[];
  /** Built-in things that it changed, and globals that it made: `window.fetch`, `Array.prototype.map`. */
  changes: string[];
  /** Paths at the site of the pictures and files that it shows. */
  shown: string[];
  /** It was given up since the machine had too much else to do: nothing is known of it. */
  wasStarved?: boolean;
}

/** A browser that pages of hostile code may run in: apart from this process, without a network, for a time. */
export interface TrialBrowser {
  /** For people: `Chromium`. */
  name: string;
  /** How many pages are best tried at once. */
  atOnce: number;
  /** Milliseconds that its processes were not kept waiting since it started. */
  ownTime(): number;
  /** Tries one page by its path. Never rejects for what a page does. */
  tryPage(path: string): Promise<TrialReport>;
  close(): Promise<void>;
}
