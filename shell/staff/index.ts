import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { SiteConfig } from 'kit/contracts/site-config';
import { messageOf } from 'kit/server/text';
import { Failures, KeyFiles } from '../platform/index.ts';
import type { Report } from '../server/alerts/incident.ts';
import type { Environment } from '../server/environment.ts';
import type { SiteMetrics } from '../server/health/site-metrics.ts';
import { readShellMap } from '../settings/shell-maps.ts';
import { Approvals } from './control-room/approvals.ts';
import { RoomHandler } from './control-room/room-handler.tsx';
import { InboxHandler } from './inbox/inbox-handler.tsx';
import { OfficeClient } from './inbox/office-client.ts';
import { callbackPath } from './login-handler.tsx';
import { OpenIdSignIn } from './openid-sign-in.ts';
import { Refusals } from './refusals.ts';
import { StaffHandler, type StaffHandlerParts } from './staff-handler.tsx';
import { mayEnterRoom, StaffTokens } from './staff-members.ts';

interface StaffParts extends Pick<StaffHandlerParts, 'platform' | 'addressOf' | 'secure'> {
  previewKey: Buffer;
  metrics: SiteMetrics;
  report: Report;
  config: SiteConfig;
}

/** Null where nobody could sign in. @throws Error with one sentence about a setting */
export function buildStaff(
  { STAFF_TOKENS = '', API_URL, OFFICE_KEY, ROOM_KEY, SITE_CONFIG }: Environment,
  { previewKey, metrics, report, config, ...parts }: StaffParts,
): StaffHandler | null {
  const settings = config.staff?.openId;
  if (!STAFF_TOKENS && !settings) return null;
  const secret = settings?.clientSecretFile ? readClientSecret(SITE_CONFIG, settings.clientSecretFile) : null;
  // The preview key is a secret that all servers have, also where neither tokens nor a client secret exist.
  const more = settings ? `${previewKey.toString('hex')}${JSON.stringify(settings)}${secret}` : '';
  const tokens = new StaffTokens(STAFF_TOKENS, more);
  const callback = new URL(callbackPath, config.publicOrigin);
  const openId = settings ? new OpenIdSignIn({ settings, secret, key: tokens.key, callback }) : null;
  const client = new OfficeClient(API_URL, OFFICE_KEY ? Buffer.from(OFFICE_KEY, 'hex') : null);
  const { platform } = parts;
  const refusals = new Refusals({ report, count: (kind) => metrics.countRefusal(kind) });
  const room = new RoomHandler({
    ...{ platform, metrics, previewKey, refusals },
    // Without a key of its own the control room signs with the guard's key, which can only roll back.
    acting: ROOM_KEY ? { ...platform, readSigner: () => KeyFiles.readSigner(path.resolve(ROOM_KEY)) } : platform,
    approvals: config.staff?.twoPersonApproval ? new Approvals(platform.store.approvals, tokens.key) : null,
    stackMapper: new Failures.SourceMapper({ platform, readShellMap }),
    people: tokens.members.filter(mayEnterRoom).map(({ name }) => name),
    key: tokens.key,
  });
  // That of TZ, as for every program of the machine.
  const { timeZone: zone } = Intl.DateTimeFormat().resolvedOptions();
  const inbox = new InboxHandler({ client, key: tokens.key, zone, people: tokens.officeNames });
  return new StaffHandler({ ...parts, tokens, openId, room, inbox, refusals });
}

/** @throws Error with one sentence. */
function readClientSecret(siteConfig: string, file: string): string {
  try {
    return readFileSync(path.resolve(path.dirname(siteConfig), file), 'utf8').trim();
  } catch (error) {
    throw new Error(`The site configuration, staff.openId.clientSecretFile: ${messageOf(error)}`);
  }
}
