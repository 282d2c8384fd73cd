import * as z from 'zod/mini';
import type { SiteSlots } from './slots.ts';
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

/** An address of another site, or a path of this one. */
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

/** A client's testimonial with its figure. */
const storySchema = z.strictObject({
  /** The industry page that shows the story. */
  industry: slug,
  quote: text,
  name: text,
  /** `Owner of a roofing company`. */
  position: text,
  town: text,
  /** The value, `3.8x`, and its label, `booked jobs a month`. */
  figure: z.strictObject({ value: z.string().check(z.trim(), z.minLength(1), z.maxLength(12)), label: text }),
  /** The period of the figure: `January to June 2026`. */
  period: text,
});

export type Story = z.infer<typeof storySchema>;

/** How the staff sign in beside STAFF_TOKENS, and what needs a second person. The file of the secret is not part of a backup. */
const staffSchema = z.strictObject({
  /** The provider of OpenID Connect. */
  openId: z.optional(
    z.strictObject({
      /** Plain http is for tests on one machine. */
      issuer: z.union(
        [
          z.url({ protocol: /^https$/ }),
          z.url({ protocol: /^http$/, hostname: /^(?:localhost|127\.0\.0\.1|\[::1\])$/ }),
        ],
        'must be an https address',
      ),
      clientId: text,
      /** Absolute, or relative to the folder of this file. Without it the site is a public client. */
      clientSecretFile: z.optional(text),
      /** The default is `openid profile email`; some providers send groups only with a scope of their own. */
      scope: z.optional(text.check(z.regex(/^(?:.* )?openid(?: .*)?$/, 'must contain openid'))),
      /** The role of each group, as STAFF_TOKENS writes roles. The first group that a person is in decides. */
      groups: z
        .record(text, text)
        .check(z.refine((groups) => Object.keys(groups).length > 0, 'must name at least one group')),
    }),
  ),
  /** True: an act on the whole site waits in the control room until a second person approves it. */
  twoPersonApproval: z.optional(z.boolean()),
});

/**
 * The one site configuration (`SITE_CONFIG`, default `shell/site.json`): brand, contacts, voice provider, demo access. A
 * server validates it when it starts. Browsers get {@link publicSiteOf} of it, so a new brand needs no build.
 */
export const siteConfigSchema = z.strictObject({
  /** The name in titles, header and footer. */
  brand: text,
  /** The public address of the site without a trailing slash, for canonical addresses and the sitemap. */
  publicOrigin: httpUrl.check(
    z.refine((url) => new URL(url).origin === url, 'must be an origin without path or slash'),
  ),
  /** The number as it is shown, for example (801) 555-0142. */
  phone: z.string().check(z.regex(/^[+()\d][\d ()./-]{6,30}$/, 'must be a phone number')),
  mailboxes: z.strictObject({ clientAdmin: mailbox, officeManager: mailbox, sales: mailbox, support: mailbox }),
  /** The external page behind "Schedule Now". */
  schedulingUrl: httpUrl,
  voice: z.strictObject({
    scriptUrl: httpUrl,
    /** Subresource integrity of the script: `sha384-…`. */
    scriptIntegrity: z.string().check(z.regex(/^sha(256|384|512)-[A-Za-z0-9+/]+={0,2}$/, 'must be an integrity value')),
    elementName: z.string().check(z.regex(/^[a-z]+(?:-[a-z]+)+$/, 'must be the name of a custom element')),
    /** The provider's talk page; `{agentId}` is replaced with the agent's id. */
    talkUrl: httpUrl.check(z.refine((url) => url.includes('{agentId}'), 'must contain {agentId}')),
    agents: z.strictObject({ site: voiceAgentId, agentPages: voiceAgentId, demos: voiceAgentId }),
  }),
  demos: z.strictObject({
    /** SHA-256 of the access code, in hexadecimal. No bundle and no file holds the code itself. */
    accessCodeSha256: z.string().check(z.regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 in lower case hexadecimal')),
    clients: z.array(demoClientSchema),
  }),
  /** Pages on other sites. The footer shows a placeholder for each missing one. */
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
   * Real clients in place of the example stories, published only with their consent. The home page shows the first three,
   * an industry page the first of its industry.
   */
  stories: z.optional(z.array(storySchema).check(z.minLength(3, 'must hold at least three stories'))),
  /** Until when the averages on the pages were counted: `December 2025`. Without it the pages name no date. */
  averagesAsOf: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(40))),
  /**
   * Recordings of the sample calls by trade, such as `hvac`. Both values are paths of this site. The nth cue of the captions
   * (WebVTT) belongs to the nth line of the call. The browser's speech synthesis speaks a call without a recording.
   */
  calls: z.optional(z.record(slug, z.strictObject({ file: ownPath, captions: ownPath }))),
  /**
   * The share of page views, from 0 to 1, whose Core Web Vitals are measured. The default is 1, because a small site needs
   * every view.
   */
  measuredShare: z.optional(z.number().check(z.minimum(0, 'must be 0 to 1'), z.maximum(1, 'must be 0 to 1'))),
  /** False by default: the specification says that the six local forms send nothing. */
  deliverLocalForms: z.boolean(),
  staff: z.optional(staffSchema),
});

export type SiteConfig = z.infer<typeof siteConfigSchema>;

export type OpenIdSettings = NonNullable<z.infer<typeof staffSchema>['openId']>;

type DemoClient = SiteConfig['demos']['clients'][number];

/** The part of the site configuration that browsers get. */
export type PublicSite = Omit<SiteConfig, 'demos' | 'measuredShare' | 'staff'> & {
  demos: Omit<SiteConfig['demos'], 'clients'> & { clients: Omit<DemoClient, 'agentCode'>[] };
  /** Absent where no remote offers anything. */
  slots?: SiteSlots;
};

/** Leaves out what only servers use, and the agent codes of the demo clients, because a code opens that client's portal. */
export function publicSiteOf({ demos, measuredShare: _share, staff: _staff, ...site }: SiteConfig): PublicSite {
  return { ...site, demos: { ...demos, clients: demos.clients.map(({ agentCode: _code, ...client }) => client) } };
}
