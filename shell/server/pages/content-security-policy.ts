import { createHash } from 'node:crypto';
import type { SiteConfig } from 'kit/contracts/site-config';

/** A CSP hash source (CSP level 3, section 2.3.1) for the text of an inline element. */
export function hashSource(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

/** Hosts that the voice provider's widget talks to (version 0.5.4): its API, its images. */
const voiceProvider = {
  connect: ['https://*.elevenlabs.io', 'wss://*.elevenlabs.io'],
  images: ['https://storage.googleapis.com'],
};

/**
 * Content-Security-Policy of a page: scripts from this site and the voice provider's alone, the inline boot script by
 * its hash, no eval. Styles may stand inline: the voice widget writes some that depend on the agent, so no list of
 * hashes could name them.
 */
export function contentSecurityPolicy(site: Pick<SiteConfig, 'voice'>, bootScript: string): string {
  const voiceScripts = new URL(site.voice.scriptUrl).origin;
  const directives: Record<string, readonly string[]> = {
    'default-src': ["'self'"],
    // The widget's audio worklets and workers are blobs, and what workers may be made of is this, too (worker-src falls
    // back to it); without them calls drop and no violation is reported.
    'script-src': ["'self'", hashSource(bootScript), voiceScripts, 'blob:'],
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
