import type { IncomingMessage, ServerResponse } from 'node:http';
import type { SiteConfig } from 'kit/contracts/site-config';
import { html } from '../http/html.ts';
import { type Answer, respond } from '../http/respond.ts';
import type { SiteChooser } from '../visitors/choose-site.ts';
import { buildNoticePage } from './notice-page.ts';
import { redirect } from './redirect.ts';

/** Query parameter of preview links: a token, or one of the two words below. */
const parameter = 'preview';
/** Leaves the preview. */
const off = 'off';
/** Where a link leads to once its cookie was given out: tells a browser that refuses cookies from one that keeps them. */
const started = 'started';

/** Starts and ends previews, which last as long as a cookie. */
export class PreviewSwitch {
  readonly #chooser: SiteChooser;
  readonly #refusal: Answer;

  constructor(chooser: SiteChooser, config: Pick<SiteConfig, 'brand'>) {
    this.#chooser = chooser;
    this.#refusal = buildNoticePage(config, {
      status: 403,
      title: 'The preview cannot be shown',
      text: html`This browser kept no cookie of the preview. Allow cookies for this site and open the link again. If they are
allowed already, the link has run out. Without a preview there is the <a href="/">live site</a>.`,
    });
  }

  /** Gives false when the address asks for neither, or by a token that is not ours or has run out. */
  answer(request: IncomingMessage, response: ServerResponse, address: URL): boolean {
    const asked = address.searchParams.get(parameter);
    if (asked === null) return false;
    if (asked === started) this.#goOn(request, response, address);
    else {
      const cookie = asked === off ? this.#chooser.endPreview() : this.#chooser.startPreview(asked);
      if (cookie === null) return false;
      const location = asked === off ? without(address) : withStarted(address);
      redirect(request, response, 303, location, { 'Set-Cookie': cookie, 'Cache-Control': 'no-store' });
    }
    return true;
  }

  #goOn(request: IncomingMessage, response: ServerResponse, address: URL): void {
    if (this.#chooser.previewOf(request)) {
      redirect(request, response, 303, without(address), { 'Cache-Control': 'no-store' });
    } else respond(request, response, this.#refusal);
  }
}

function without({ pathname, searchParams }: URL): string {
  const rest = new URLSearchParams(searchParams);
  rest.delete(parameter);
  return rest.size === 0 ? pathname : `${pathname}?${rest}`;
}

function withStarted({ pathname, searchParams }: URL): string {
  const search = new URLSearchParams(searchParams);
  search.set(parameter, started);
  return `${pathname}?${search}`;
}
