import * as z from 'zod/mini';
import {
  type AlertChannel,
  type AlertSite,
  createMailChannel,
  createWebhookChannel,
  type SendMail,
} from './alert-channels.ts';

/** The variables of the environment that say whom alerts go to, the same for every program. */
export const operatorVariables = {
  /** Who is mailed; the office manager of the site configuration unless it is set. */
  OPERATOR_MAIL: z.optional(z.email('must be an e-mail address')),
  OPERATOR_WEBHOOK_URL: z.optional(z.url({ protocol: /^https?$/, error: 'must be an http or https address' })),
  /** Signs what the webhook gets, as Standard Webhooks has it. */
  OPERATOR_WEBHOOK_SECRET: z.optional(
    z
      .string()
      .check(
        z.regex(
          /^whsec_[A-Za-z0-9+/]{32,88}={0,2}$/,
          'must be whsec_ and 24 to 64 bytes in base64: "echo whsec_$(openssl rand -base64 32)" makes one',
        ),
      ),
  ),
  /** The form of what the webhook gets; Slack's own addresses get Slack's unless it is set. */
  OPERATOR_WEBHOOK_FORM: z.optional(z.enum(['json', 'slack'], { error: 'must be json or slack' })),
};

const operatorSchema = z.object(operatorVariables);
export type OperatorSettings = z.infer<typeof operatorSchema>;

/** Slack's own addresses take Slack's form. */
const slackHost = 'hooks.slack.com';

interface ChannelParts {
  settings: OperatorSettings;
  site: { brand: string; publicOrigin: string; mailboxes: { officeManager: string } };
  /** Null where there is no mail server. */
  sendMail: SendMail | null;
  link: string | null;
}

/** The ways to people that the settings name; none where nobody set one. */
export function alertChannelsOf({ settings, site, sendMail, link }: ChannelParts): AlertChannel[] {
  const { OPERATOR_MAIL: mail, OPERATOR_WEBHOOK_URL: url, OPERATOR_WEBHOOK_SECRET: secret } = settings;
  const { officeManager } = site.mailboxes;
  const { hostname } = new URL(site.publicOrigin);
  const sender: AlertSite = { brand: site.brand, from: officeManager, hostname, link };
  const isSlack = url !== undefined && new URL(url).hostname === slackHost;
  const form = settings.OPERATOR_WEBHOOK_FORM ?? (isSlack ? 'slack' : 'json');
  return [
    ...(url === undefined ? [] : [createWebhookChannel({ url, secret, form, site: sender })]),
    ...(sendMail === null ? [] : [createMailChannel({ to: mail ?? officeManager, send: sendMail, site: sender })]),
  ];
}
