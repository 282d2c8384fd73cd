import path from 'node:path';
import { isQuickPlaywright, quickInChromium } from '../run/quick-run.ts';
import type { EngineName } from './engines.ts';

/** The tests that run in every engine. */
export const sharedSuites: readonly string[] = [
  'engines/**/*.spec.ts',
  'accessibility/form-focus.spec.ts',
  'accessibility/keyboard*.spec.ts',
  'accessibility/safari-focus.spec.ts',
  'journeys/**/*.spec.ts',
  'platform/cached-scripts.spec.ts',
  'platform/measured-visits.spec.ts',
  'platform/numbered-classes.spec.ts',
  'resilience/back-early.spec.ts',
  'resilience/left-early.spec.ts',
  'resilience/remotes-browser.spec.ts',
  'resilience/shared-files.spec.ts',
  'resilience/slow-network.spec.ts',
];

/** Files among them that ask a browser nothing, or only for a page or two on the way. */
export const serverSuites: readonly string[] = [
  'journeys/intake-payloads.spec.ts',
  'journeys/claims.spec.ts',
  'journeys/control-room.spec.ts',
  'journeys/office.spec.ts',
  'journeys/partner-tools.spec.ts',
  'journeys/partner.spec.ts',
  'journeys/squad.spec.ts',
  'journeys/squad-outside.spec.ts',
  'journeys/staff.spec.ts',
];

interface LeftOut {
  /** The end of the titles of the tests, or their file. */
  tests: RegExp;
  why: string;
}

/** Tests of what is the same in every engine, or by a command that Playwright has for Chromium alone. */
const forChromium: readonly LeftOut[] = [
  {
    tests: /axe finds nothing|is clean for axe|are clean for axe/,
    why: 'axe judges the document and its styles, the same everywhere, and takes long in WebKit; it crashes Firefox ESR 153',
  },
  {
    tests:
      /each industry page has a second address|stands once on its page|the server renders the industry of the address|a linked summary arrives from the server|the plain code is in no file/,
    why: 'they read what the server sends, which is the same for every browser',
  },
  { tests: /who wants no motion/, why: 'only the driver of Chromium can ask for less motion' },
  { tests: /is there again after the tab was killed/, why: 'killing a tab is a command of the DevTools protocol' },
  {
    tests: /the call of home leads to where calls can be read/,
    why: 'scripts cannot be switched off in stock WebKit, and in Firefox they went on',
  },
  { tests: /the public link is copied and leads to/, why: 'only Chromium lets a test read the clipboard' },
  { tests: /a tap on "View Demo" is answered/, why: 'only the driver of Chromium taps like a finger' },
];

/** Tests that an engine cannot run, and that Chromium runs for all. */
const leftOut: Readonly<Record<EngineName, readonly LeftOut[]>> = {
  firefox: [
    ...forChromium,
    {
      tests: /accessibility\/safari-focus\.spec\.ts/,
      why: "Safari's rules: tried in its own engine, and by what Chromium is told of them",
    },
    {
      tests: /the previous release stands in for one that throws/,
      why: 'Playwright gives a test no body of a request that Firefox sent',
    },
  ],
  webkit: [
    ...forChromium,
    {
      tests: /its talk page opens in a tab that cannot reach back/,
      why: 'the inspector of stock WebKit sees a window that a page opens only when its first request is on the way',
    },
    {
      tests:
        /the whole picker works without a script|without JavaScript |without scripts the filter buttons|the guide is whole without scripts|without script a sample call/,
      why: 'where scripts are off in stock WebKit, those by which a test looks at the page are off as well',
    },
    {
      tests: /journeys\/inbox\.spec\.ts/,
      why: 'the driver of stock WebKit takes no cookies away, so that a test cannot be one person after the other',
    },
    {
      tests: /on a slow line a way to another page/,
      why: 'not settled: a page that is left while requests of it are held back by the inspector does not get away in time',
    },
  ],
};

/**
 * What of them a quick run of `npm test` has in an engine: each in Chromium, and in the one of the other two where it has
 * found more, or that is sooner through with it.
 */
export const quickSuites: Readonly<Record<EngineName, readonly string[]>> = {
  firefox: [
    'accessibility/keyboard-forms.spec.ts',
    'engines/pages.spec.ts',
    'journeys/agents-delivery.spec.ts',
    'journeys/agents-picker.spec.ts',
    'journeys/agents-words.spec.ts',
    'journeys/intake-wizard.spec.ts',
    'journeys/marketing-pages.spec.ts',
    'journeys/marketplace-packs.spec.ts',
    'journeys/partner-guide.spec.ts',
    'journeys/sample-call.spec.ts',
    'platform/measured-visits.spec.ts',
    'platform/numbered-classes.spec.ts',
    'resilience/remotes-browser.spec.ts',
    'resilience/slow-network.spec.ts',
  ],
  webkit: [
    'accessibility/form-focus.spec.ts',
    'accessibility/keyboard.spec.ts',
    'accessibility/safari-focus.spec.ts',
    'journeys/agents-portal.spec.ts',
    'journeys/agents-voice.spec.ts',
    'journeys/demos-access.spec.ts',
    'journeys/hydration.spec.ts',
    'journeys/intake-draft.spec.ts',
    'journeys/intake-steps.spec.ts',
    'journeys/intake-uploads.spec.ts',
    'journeys/marketing-forms.spec.ts',
    'journeys/marketing-lead.spec.ts',
    'journeys/marketplace-dialogs.spec.ts',
    'journeys/prerendered-pages.spec.ts',
    'platform/cached-scripts.spec.ts',
    'resilience/back-early.spec.ts',
    'resilience/left-early.spec.ts',
    'resilience/shared-files.spec.ts',
  ],
};

/** Whole, since a folder above the repository may have the name of one of these. */
const inThisRepository = (pattern: string) => path.join(import.meta.dirname, '..', pattern);

/** What Playwright runs in an engine beside Chromium. */
export function suitesOf(name: EngineName) {
  return {
    testMatch: (isQuickPlaywright ? quickSuites[name] : sharedSuites).map(inThisRepository),
    testIgnore: serverSuites.map(inThisRepository),
    grepInvert: leftOut[name].map(({ tests }) => tests),
  };
}

/** What Playwright runs in Chromium. */
export function suitesOfChromium() {
  if (!isQuickPlaywright) return {};
  const besideShared = new Set(quickInChromium);
  return {
    testMatch: [...sharedSuites, ...besideShared].map(inThisRepository),
    testIgnore: serverSuites.filter((suite) => !besideShared.has(suite)).map(inThisRepository),
  };
}
