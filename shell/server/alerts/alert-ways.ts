import type { SiteConfig } from 'kit/contracts/site-config';
import type { Environment } from '../environment.ts';
import type { AlertWay } from './alert-desk.ts';
import { createMailWay } from './mail-way.ts';
import { createWebhookWay } from './webhook-way.ts';

/** Slack's own addresses take Slack's form. */
const slackHost = 'hooks.slack.com';

/** The ways to people that this site has; none where nobody set one. */
export function alertWaysOf(environment: Environment, { brand, publicOrigin, mailboxes }: SiteConfig): AlertWay[] {
  const { OPERATOR_WEBHOOK_URL: url, OPERATOR_WEBHOOK_SECRET: secret, SMTP_URL: smtpUrl } = environment;
  const site = { brand, roomUrl: new URL('/_ops', publicOrigin).href };
  const ways: AlertWay[] = [];
  if (url) {
    const { hostname } = new URL(url);
    const form = environment.OPERATOR_WEBHOOK_FORM ?? (hostname === slackHost ? 'slack' : 'json');
    ways.push(createWebhookWay({ ...site, url, secret, form }));
  }
  if (smtpUrl) {
    const to = environment.OPERATOR_MAIL || mailboxes.officeManager;
    const { hostname } = new URL(publicOrigin);
    ways.push(createMailWay({ ...site, smtpUrl, from: mailboxes.officeManager, to, hostname }));
  }
  return ways;
}
