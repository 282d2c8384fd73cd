import { createHash } from 'node:crypto';
import type { SiteConfig } from 'kit/contracts/site-config';

/** Emotion appends empty style elements and fills them by insertRule: the hash of the empty string allows those. */
const emptyStyleHash = hashSource('');

/** A CSP hash source (CSP level 3, section 2.3.1) for the text of an inline element. */
export function hashSource(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

/** Hosts that the voice provider's widget talks to (version 0.5.4): its API, its images. */
const voiceProvider = {
  connect: ['https://api.elevenlabs.io', 'wss://api.elevenlabs.io', 'https://*.elevenlabs.io', 'wss://*.elevenlabs.io'],
  images: ['https://storage.googleapis.com'],
};

/** What stands in the page itself and is allowed by its hash. */
interface InlineParts {
  script: string;
  styles: readonly string[];
}

/**
 * Content-Security-Policy of a page: scripts from this site and the voice provider's alone, no eval; the
 * inline boot script and the inline styles by their hashes. Style attributes stay allowed: rendered HTML carries custom properties in them.
 */
export function contentSecurityPolicy(site: SiteConfig, inline: InlineParts): string {
  const voiceScripts = new URL(site.voice.scriptUrl).origin;
  const directives: Record<string, readonly string[]> = {
    'default-src': ["'self'"],
    // The widget's audio worklets are blobs; without them calls drop and no violation is reported.
    'script-src': ["'self'", hashSource(inline.script), voiceScripts, 'blob:'],
    'worker-src': ["'self'", 'blob:'],
    'style-src-elem': ["'self'", emptyStyleHash, ...inline.styles.map(hashSource)],
    'style-src-attr': ["'unsafe-inline'"],
    'img-src': ["'self'", 'data:', 'blob:', ...voiceProvider.images],
    'font-src': ["'self'"],
    'connect-src': ["'self'", ...voiceProvider.connect],
    'media-src': ["'self'", 'blob:'],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
  };
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ');
}
