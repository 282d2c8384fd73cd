import path from 'node:path';
import type { EngineName } from './engines.ts';

/** The tests that run in every engine. */
const sharedSuites: readonly string[] = [
  'engines/**/*.spec.ts',
  'accessibility/form-focus.spec.ts',
  'accessibility/keyboard*.spec.ts',
  'accessibility/safari-focus.spec.ts',
  'journeys/**/*.spec.ts',
  'platform/cached-scripts.spec.ts',
  'platform/measured-visits.spec.ts',
  'resilience/back-early.spec.ts',
  'resilience/left-early.spec.ts',
  'resilience/remotes-browser.spec.ts',
  'resilience/shared-files.spec.ts',
  'resilience/slow-network.spec.ts',
];

/** Files among them that ask a browser nothing, or only for a page or two on the way. */
const serverSuites: readonly string[] = [
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

/** Whole, since a folder above the repository may have the name of one of these. */
const inThisRepository = (pattern: string) => path.join(import.meta.dirname, '..', pattern);

/** What Playwright runs in an engine. */
export function suitesOf(name: EngineName) {
  return {
    testMatch: sharedSuites.map(inThisRepository),
    testIgnore: serverSuites.map(inThisRepository),
    grepInvert: leftOut[name].map(({ tests }) => tests),
  };
}
