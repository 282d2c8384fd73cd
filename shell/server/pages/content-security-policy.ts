import { createHash } from 'node:crypto';
import type { PagePolicy } from 'kit/contracts/composition';
import type { SiteConfig } from 'kit/contracts/site-config';

/** A CSP hash source (CSP level 3, section 2.3.1) for the text of an inline element. */
export function hashSource(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

/** The hosts of the voice provider's widget (version 0.5.4): its API in each region, and the folders of its images. */
const voiceProvider = {
  connect: ['https://*.elevenlabs.io', 'wss://*.elevenlabs.io'],
  // Anybody can have a folder on that host, so the policy names the provider's own.
  images: ['https://storage.googleapis.com/eleven-public-cdn/', 'https://storage.googleapis.com/eleven-public-prod/'],
};

/**
 * The Content-Security-Policy of a page. It allows scripts of this site, the voice provider's one script by its full URL,
 * and the inline boot script by its hash, but no eval. It allows inline styles, because the voice widget writes styles that
 * depend on the agent and cannot be listed as hashes.
 *
 * @param policy what the page's release may do beyond that
 */
export function contentSecurityPolicy(
  site: Pick<SiteConfig, 'voice'>,
  bootScript: string,
  { wasm, connect = [], frame = [], media = [] }: PagePolicy = {},
): string {
  const directives: Record<string, readonly string[]> = {
    'default-src': ["'self'"],
    // The widget's audio worklets and workers are blobs, for which worker-src falls back to script-src. Without them calls
    // drop, and no violation is reported.
    'script-src': [
      "'self'",
      hashSource(bootScript),
      sourceOf(site.voice.scriptUrl),
      'blob:',
      ...(wasm ? ["'wasm-unsafe-eval'"] : []),
    ],
    'style-src': ["'self'", "'unsafe-inline'"],
    'img-src': ["'self'", 'data:', 'blob:', ...voiceProvider.images, ...media],
    'connect-src': ["'self'", ...voiceProvider.connect, ...connect],
    'media-src': ["'self'", 'blob:', ...media],
    ...(frame.length > 0 && { 'frame-src': ["'self'", ...frame] }),
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
 * A source of a single URL (CSP level 3, section 2.3.1). Anybody can publish on a package host, so its origin would allow
 * any script. The integrity attribute also checks the content (`kit/voice`).
 */
function sourceOf(address: string): string {
  const { origin, pathname } = new URL(address);
  return `${origin}${pathname.replaceAll(';', '%3B').replaceAll(',', '%2C')}`;
}
