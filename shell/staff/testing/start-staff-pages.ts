import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import type { OpenIdSettings } from 'kit/contracts/site-config';
import type { ReleasePlatform } from '../../platform/index.ts';
import { SiteMetrics } from '../../server/health/site-metrics.ts';
import { serve } from '../../testing/serve.ts';
import { Approvals } from '../control-room/approvals.ts';
import { RoomHandler } from '../control-room/room-handler.tsx';
import { InboxHandler } from '../inbox/inbox-handler.tsx';
import { OfficeClient } from '../inbox/office-client.ts';
import { callbackPath } from '../login-handler.tsx';
import { OpenIdSignIn } from '../openid-sign-in.ts';
import { Refusals } from '../refusals.ts';
import { StaffHandler } from '../staff-handler.tsx';
import { StaffTokens } from '../staff-members.ts';

export interface Someone {
  cookie: string;
  csrf: string;
}

export type StaffPages<Person extends string> = Awaited<ReturnType<typeof startStaffPages<Person>>>;
type Fields = ConstructorParameters<typeof URLSearchParams>[0];

interface Options {
  /** The settings of an OpenID provider, beside the tokens. */
  openId?: OpenIdSettings;
  secret?: string;
  /** Acts on the whole site wait for a second person. */
  needsApproval?: boolean;
  /** Asks the API of a test; without it there is no API. */
  office?: OfficeClient;
  /** Where visitors come from. */
  addressOf?: () => string;
}

/** The staff pages over a platform of tests, which signs what is done there, too, for people with these roles. */
export async function startStaffPages<Person extends string>(
  platform: ReleasePlatform,
  people: Readonly<Record<Person, string>>,
  { openId: settings, secret, needsApproval = false, office, addressOf = () => '192.0.2.7' }: Options = {},
) {
  const tokenOf = (name: string) => `a-token-of-${name}-for-tests`;
  const list = Object.entries(people).map(([name, role]) => `${name}:${tokenOf(name)}:${role}`);
  const tokens = new StaffTokens(list.join(','), JSON.stringify(settings));
  // Nobody hears of them.
  const refusals = new Refusals({ report: () => {}, count: () => {} });
  const { url: place } = await serve((asked, answer) => {
    const pathname = asked.url?.split('?')[0] ?? '';
    void handler.handle(asked, answer, pathname).then((isOurs) => isOurs || answer.writeHead(404).end());
  });
  const callback = new URL(callbackPath, place);
  const handler = new StaffHandler({
    platform,
    tokens,
    openId: settings ? new OpenIdSignIn({ settings, secret: secret ?? null, key: tokens.key, callback }) : null,
    room: new RoomHandler({
      platform,
      acting: platform,
      metrics: new SiteMetrics({ readRevision: () => 1, isApiReady: async () => true }),
      approvals: needsApproval ? new Approvals(platform.store.approvals, tokens.key) : null,
      previewKey: Buffer.alloc(32, 7),
      stackMapper: { map: async (stack) => stack.map((frame) => ({ ...frame, source: null })) },
      people: ['anna', 'ben', 'cleo', 'dora', 'emil'],
      key: tokens.key,
      refusals,
    }),
    refusals,
    inbox: new InboxHandler({
      client: office ?? new OfficeClient('http://127.0.0.1:1', null),
      ...{ key: tokens.key, zone: 'America/Denver', people: tokens.officeNames },
    }),
    addressOf,
    secure: false,
  });

  /** Sends a form, or asks for a page if there are no fields; fetch may not say where a request comes from. */
  async function send(path: string, fields: Fields | null, headers: Record<string, string> = {}) {
    const sent = request(`${place}${path}`, {
      method: fields === null ? 'GET' : 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      agent: false,
    });
    // Once it has its answer, nobody minds that the rest of a form is not taken.
    sent.on('error', () => {});
    sent.end(fields === null ? undefined : new URLSearchParams(fields).toString());
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    const { statusCode: status = 0, headers: given } = answer;
    const cookie = given['set-cookie']?.[0]?.split(';')[0] ?? '';
    return { status, headers: given, location: given.location ?? '', cookie, page: await text(answer) };
  }
  const post = (path: string, fields: Fields, cookie = '') => send(path, fields, { cookie });
  /** Follows redirects. */
  const get = async (path: string, { cookie }: Pick<Someone, 'cookie'>) =>
    (await fetch(`${place}${path}`, { headers: { cookie } })).text();
  async function logIn(name: Person) {
    const { cookie } = await post('/_ops/login', { token: tokenOf(name) });
    const page = await get('/_ops', { cookie });
    return { cookie, csrf: /name="csrf" value="([^"]+)"/.exec(page)?.[1] ?? '', page };
  }
  return { place, tokenOf, send, post, get, logIn };
}
