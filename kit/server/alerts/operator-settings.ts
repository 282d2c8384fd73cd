import type { Variables } from '../settings/variables.ts';
import {
  type AlertChannel,
  type AlertSite,
  createMailChannel,
  createWebhookChannel,
  type SendMail,
} from './alert-channels.ts';

/** The recipients of alerts; every program reads the same variables. */
export const operatorVariables = ['OPERATOR_MAIL', 'OPERATOR_WEBHOOK_URL', 'OPERATOR_WEBHOOK_SECRET'] as const;
export type OperatorSettings = Partial<Variables<(typeof operatorVariables)[number]>>;

/** Slack's own host gets Slack's format. */
const slackHost = 'hooks.slack.com';

interface ChannelParts {
  settings: OperatorSettings;
  site: { brand: string; publicOrigin: string; mailboxes: { officeManager: string } };
  /** Null without a mail server. */
  sendMail: SendMail | null;
  link: string | null;
}

export function alertChannelsOf({ settings, site, sendMail, link }: ChannelParts): AlertChannel[] {
  const { OPERATOR_MAIL: mail, OPERATOR_WEBHOOK_URL: url, OPERATOR_WEBHOOK_SECRET: secret } = settings;
  const { officeManager } = site.mailboxes;
  const { hostname } = new URL(site.publicOrigin);
  const sender: AlertSite = { brand: site.brand, from: officeManager, hostname, link };
  const form = url !== undefined && new URL(url).hostname === slackHost ? 'slack' : 'json';
  return [
    ...(url === undefined ? [] : [createWebhookChannel({ url, secret, form, site: sender })]),
    ...(sendMail === null ? [] : [createMailChannel({ to: mail ?? officeManager, send: sendMail, site: sender })]),
  ];
}
