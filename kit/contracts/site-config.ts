import * as z from 'zod/mini';
import { emailPattern } from './text-rules.ts';
import { voiceAgentIdPattern } from './voice-agent-id.ts';

const httpUrl = z.url({ protocol: /^https?$/, error: 'must be an http or https address' });
const text = z.string().check(z.trim(), z.minLength(1, 'must not be empty'), z.maxLength(500));
const mailbox = z.string().check(z.regex(emailPattern, 'must be an e-mail address'));
const voiceAgentId = z.string().check(z.regex(voiceAgentIdPattern, 'must be the id of a voice agent'));
const slug = z.string().check(z.regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'must be lower case letters, digits and dashes'));

const demoClientSchema = z.strictObject({
  id: slug,
  name: text,
  logo: text,
  description: text,
  agentCode: text,
  industry: text,
  features: z.array(text).check(z.minLength(1)),
});

/** Where a link leads: an address of another site, or a path of this one. */
const linkTarget = z
  .string()
  .check(
    z.maxLength(500),
    z.regex(
      /^(?:https?:\/\/[^\s/?#]+[^\s]*|\/(?!\/)[^\s]*)$/,
      'must be an http or https address, or a path such as /privacy',
    ),
  );

const ownPath = z.string().check(z.regex(/^\/(?!\/)\S*$/, 'must be a path of this site, such as /calls/hvac.mp3'));

/** What a client of the agency says, and what came of it. */
const storySchema = z.strictObject({
  /** The industry page that it belongs to. */
  industry: slug,
  quote: text,
  name: text,
  /** `Owner of a roofing company`. */
  position: text,
  town: text,
  /** `3.8x`, and of what: `booked jobs a month`. */
  figure: z.strictObject({ value: z.string().check(z.trim(), z.minLength(1), z.maxLength(12)), label: text }),
  /** What the figure covers: `January to June 2026`. */
  period: text,
});

export type Story = z.infer<typeof storySchema>;

/**
 * The one site configuration (`SITE_CONFIG`, default `shell/site.json`): brand, contacts, voice provider, demo access.
 * Read and validated when a server starts; browsers get {@link publicSiteOf} of it, so re-branding rebuilds nothing.
 */
export const siteConfigSchema = z.strictObject({
  /** The name in titles, header and footer. */
  brand: text,
  /** Where the site is reached from outside, without a trailing slash: canonical addresses, sitemap. */
  publicOrigin: httpUrl.check(
    z.refine((url) => new URL(url).origin === url, 'must be an origin without path or slash'),
  ),
  /** As people read it, for example (801) 555-0142. */
  phone: z.string().check(z.regex(/^[+()\d][\d ()./-]{6,30}$/, 'must be a phone number')),
  mailboxes: z.strictObject({ clientAdmin: mailbox, officeManager: mailbox, sales: mailbox, support: mailbox }),
  /** The external page behind "Schedule Now". */
  schedulingUrl: httpUrl,
  voice: z.strictObject({
    scriptUrl: httpUrl,
    /** Subresource integrity of the script: `sha384-…`. */
    scriptIntegrity: z.string().check(z.regex(/^sha(256|384|512)-[A-Za-z0-9+/]+={0,2}$/, 'must be an integrity value')),
    elementName: z.string().check(z.regex(/^[a-z]+(?:-[a-z]+)+$/, 'must be the name of a custom element')),
    /** The provider's talk page; `{agentId}` stands for the agent. */
    talkUrl: httpUrl.check(z.refine((url) => url.includes('{agentId}'), 'must contain {agentId}')),
    agents: z.strictObject({ site: voiceAgentId, agentPages: voiceAgentId, demos: voiceAgentId }),
  }),
  demos: z.strictObject({
    /** SHA-256 of the access code, in hexadecimal. The plain code is in no bundle and in no file. */
    accessCodeSha256: z.string().check(z.regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 in lower case hexadecimal')),
    clients: z.array(demoClientSchema),
  }),
  /** Pages that this site does not have itself; the footer shows a placeholder for each that is not given. */
  links: z.optional(
    z.strictObject({
      privacyPolicy: z.optional(linkTarget),
      termsOfService: z.optional(linkTarget),
      sitemap: z.optional(linkTarget),
      faq: z.optional(linkTarget),
      blog: z.optional(linkTarget),
      facebook: z.optional(linkTarget),
      x: z.optional(linkTarget),
      linkedIn: z.optional(linkTarget),
      instagram: z.optional(linkTarget),
      youTube: z.optional(linkTarget),
    }),
  ),
  /**
   * Real clients in place of the example stories: the home page shows the first three, an industry page the first of
   * its own. Only with the clients' consent.
   */
  stories: z.optional(z.array(storySchema).check(z.minLength(3, 'must hold at least three stories'))),
  /** Until when the averages on the pages were counted: `December 2025`. Without it the pages name no date. */
  averagesAsOf: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(40))),
  /**
   * Recordings of the sample calls, by trade: `hvac`. Both are paths of this site; the nth cue of the captions (WebVTT) is the nth
   * line of the call. A call that has none is spoken by the visitor's browser.
   */
  calls: z.optional(z.record(slug, z.strictObject({ file: ownPath, captions: ownPath }))),
  /**
   * The share of page views, from 0 to 1, whose Core Web Vitals are measured. All of them when it is not given: of few visitors,
   * a share says nothing.
   */
  measuredShare: z.optional(z.number().check(z.minimum(0, 'must be 0 to 1'), z.maximum(1, 'must be 0 to 1'))),
  /** False, as the specification has it: the six local forms send nothing. */
  deliverLocalForms: z.boolean(),
});

export type SiteConfig = z.infer<typeof siteConfigSchema>;

type DemoClient = SiteConfig['demos']['clients'][number];

/** The part of the site configuration that reaches browsers. */
export type PublicSite = Omit<SiteConfig, 'demos' | 'measuredShare'> & {
  demos: Omit<SiteConfig['demos'], 'clients'> & { clients: Omit<DemoClient, 'agentCode'>[] };
};

/** Leaves out the demo clients' agent codes: whoever knows a code has that client's portal. */
export function publicSiteOf({ demos, measuredShare: _share, ...site }: SiteConfig): PublicSite {
  return { ...site, demos: { ...demos, clients: demos.clients.map(({ agentCode: _code, ...client }) => client) } };
}
