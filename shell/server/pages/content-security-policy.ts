import { createHash } from 'node:crypto';
import type { SiteConfig } from 'kit/contracts/site-config';

/** A CSP hash source (CSP level 3, section 2.3.1) for the text of an inline element. */
export function hashSource(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

/** What the voice provider's widget talks to (version 0.5.4): its API in each region, and the folders of its images. */
const voiceProvider = {
  connect: ['https://*.elevenlabs.io', 'wss://*.elevenlabs.io'],
  // Anybody may have a folder on that host.
  images: ['https://storage.googleapis.com/eleven-public-cdn/', 'https://storage.googleapis.com/eleven-public-prod/'],
};

/**
 * Content-Security-Policy of a page: scripts of this site, the one script of the voice provider by its whole address, the
 * inline boot script by its hash, no eval. Styles may stand inline: the voice widget writes some that depend on the agent, so no list of
 * hashes could name them.
 */
export function contentSecurityPolicy(site: Pick<SiteConfig, 'voice'>, bootScript: string): string {
  const directives: Record<string, readonly string[]> = {
    'default-src': ["'self'"],
    // The widget's audio worklets and workers are blobs, and what workers may be made of is this, too (worker-src falls
    // back to it); without them calls drop and no violation is reported.
    'script-src': ["'self'", hashSource(bootScript), sourceOf(site.voice.scriptUrl), 'blob:'],
    'style-src': ["'self'", "'unsafe-inline'"],
    'img-src': ["'self'", 'data:', 'blob:', ...voiceProvider.images],
    'connect-src': ["'self'", ...voiceProvider.connect],
    'media-src': ["'self'", 'blob:'],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
  };
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join(';');
}

/**
 * A source of one address alone (CSP level 3, section 2.3.1). Anybody publishes on a host of packages: its origin would let all of
 * them in. The integrity that the page asks for then holds the content (`kit/voice`).
 */
function sourceOf(address: string): string {
  const { origin, pathname } = new URL(address);
  return `${origin}${pathname.replaceAll(';', '%3B').replaceAll(',', '%2C')}`;
}
