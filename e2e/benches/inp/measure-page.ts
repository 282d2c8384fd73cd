import type { Browser, Page } from '@playwright/test';
import { type PhonePage, withPhone } from '../support/open-phone.ts';
import { type Control, findControls, operateControl } from './controls.ts';
import { type Interaction, takeSlowest, watchInteractions } from './watch-interactions.ts';

export interface Measured extends Interaction {
  path: string;
  control: string;
  /** Cold: the first interaction, before scripts have started. Warm: scripts have started and are idle. */
  state: 'cold' | 'warm';
}

/** Slow interactions are repeated, because other load on the machine can only add time. */
const tries = 3;

/** After this many milliseconds a hydrated page is idle, including its voice widget and the measuring of the visit. */
const atRest = 1200;

interface Limits {
  /** In milliseconds. A slower interaction is repeated. */
  limit: number;
  /** The CPU slowdown while a control is used. Pages load at full speed. */
  slowdown: number;
}

/** Uses every control of a page, warm and cold, and the controls of the dialogs that they open. */
export async function measurePage(browser: Browser, site: string, path: string, limits: Limits): Promise<Measured[]> {
  return withPhone(browser, { site, slowdown: 1 }, async (phone) => {
    await phone.page.addInitScript(watchInteractions);
    await phone.page.addInitScript(forgetVisit);
    const measuring = new PageMeasuring(phone, site, path, limits);
    return [...(await measuring.warm()), ...(await measuring.cold())];
  });
}

/** Runs in every document before its own scripts. Removes drafts, so that each use sees the page as a first visitor does. */
function forgetVisit(): void {
  sessionStorage.clear();
  localStorage.clear();
}

const blank =
  '<!doctype html><html lang="en" data-hydrated><meta name="viewport" content="width=device-width"><title>Blank</title>' +
  '<main><button type="button">a button</button> <select><option>a choice<option>another</select> <input aria-label="a field"></main>';

/** Measures controls without handlers on an empty page: the browser's own share, which no site can undercut. */
export async function measureBlankPage(browser: Browser, site: string, limits: Limits): Promise<Measured[]> {
  const path = '/blank';
  return withPhone(browser, { site, slowdown: 1 }, async (phone) => {
    await phone.page.addInitScript(watchInteractions);
    await phone.page.route(site + path, (route) => route.fulfill({ contentType: 'text/html', body: blank }));
    return new PageMeasuring(phone, site, path, limits).warm();
  });
}

class PageMeasuring {
  readonly #page: Page;
  readonly #devtools: PhonePage['devtools'];
  readonly #site: string;
  readonly #path: string;
  readonly #limits: Limits;
  /** Header and footer are the same on every page, so their controls are used on the home page only. */
  readonly #within: string;

  constructor({ page, devtools }: PhonePage, site: string, path: string, limits: Limits) {
    this.#page = page;
    this.#devtools = devtools;
    this.#site = site;
    this.#path = path;
    this.#limits = limits;
    this.#within = path === '/' ? 'body' : 'main';
  }

  async warm(): Promise<Measured[]> {
    await this.#openWarm();
    const measured: Measured[] = [];
    const openers: Control[] = [];
    for (const control of await findControls(this.#page, this.#within)) {
      // An earlier control may have removed this one, and the draft keeps such a change.
      if (!(await this.#isThere(control))) await this.#openWarm();
      if (!(await this.#isThere(control))) continue;
      measured.push(await this.#use(control, 'warm', () => this.#openWarm()));
      if (await this.#hasDialog()) openers.push(control);
      // The navigation of a link may still be under way.
      if (control.kind === 'follow' || !(await this.#isAsBefore())) await this.#openWarm();
    }
    for (const opener of openers) measured.push(...(await this.#inDialogOf(opener)));
    return measured;
  }

  /** Links are left out: before scripts start, the browser follows them itself. */
  async cold(): Promise<Measured[]> {
    await this.#openCold();
    const controls = await findControls(this.#page, this.#within);
    const measured: Measured[] = [];
    for (const control of controls.filter(({ kind }) => kind !== 'follow')) {
      await this.#openCold();
      measured.push(await this.#use(control, 'cold', () => this.#openCold()));
    }
    return measured;
  }

  async #inDialogOf(opener: Control): Promise<Measured[]> {
    const open = async () => {
      await this.#openWarm();
      await operateControl(this.#page, opener);
      await takeSlowest(this.#page);
    };
    await open();
    const measured: Measured[] = [];
    const controls = await findControls(this.#page, 'dialog[open]');
    for (const control of controls) {
      if (!(await this.#isThere(control))) await open();
      if (!(await this.#isThere(control))) continue;
      const inDialog = { ...control, name: `${control.name} in the dialog of ${opener.name}` };
      measured.push(await this.#use(inDialog, 'warm', open));
      // The dialog may be closed or at its next step.
      const left = (await findControls(this.#page, 'dialog[open]')).map(({ selector }) => selector);
      if (!controls.every(({ selector }) => left.includes(selector))) await open();
    }
    return measured;
  }

  /** The fastest of several tries, each on a fresh page. */
  async #use(control: Control, state: Measured['state'], again: () => Promise<void>): Promise<Measured> {
    let least: Interaction | undefined;
    for (let tried = 0; tried < tries; tried++) {
      if (tried > 0) await again();
      if (least && !(await this.#isThere(control))) break;
      await this.#slowDown(this.#limits.slowdown);
      await operateControl(this.#page, control);
      if (state === 'cold') await this.#untilAlive();
      const slowest = await takeSlowest(this.#page);
      if (!least || slowest.duration < least.duration) least = slowest;
      if (least.duration <= this.#limits.limit) break;
    }
    if (!least) throw new Error(`${control.name} of ${this.#path} was not tried`);
    return { ...least, path: this.#path, control: control.name, state };
  }

  /** @param slowdown of the CPU; 1 for none */
  async #slowDown(slowdown: number): Promise<void> {
    await this.#devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  }

  async #openCold(): Promise<void> {
    await this.#slowDown(1);
    await this.#page.goto(this.#site + this.#path, { waitUntil: 'load' });
  }

  async #openWarm(): Promise<void> {
    await this.#openCold();
    await this.#page.evaluate(() => dispatchEvent(new Event('scroll')));
    await this.#untilAlive();
    await this.#page.waitForTimeout(atRest);
    await takeSlowest(this.#page);
  }

  async #untilAlive(): Promise<void> {
    await this.#page.waitForFunction(() => 'hydrated' in document.documentElement.dataset, undefined, {
      timeout: 60_000,
    });
  }

  async #isThere({ selector }: Control): Promise<boolean> {
    return (await this.#page.locator(selector).count()) > 0;
  }

  #hasDialog(): Promise<boolean> {
    return this.#page.evaluate(() => document.querySelector('dialog[open]') !== null);
  }

  /** Whether the page is the same, with no dialog open. */
  async #isAsBefore(): Promise<boolean> {
    const { pathname, search } = new URL(this.#page.url());
    if (pathname + search !== this.#path) return false;
    return this.#page.evaluate(() => document.querySelector('dialog[open], :popover-open') === null);
  }
}
