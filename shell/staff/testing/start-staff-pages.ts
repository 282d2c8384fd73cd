import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { OpenIdSettings } from 'kit/contracts/site-config';
import type { ReleasePlatform } from '../../platform/index.ts';
import { InboxHandler } from '../inbox/inbox-handler.tsx';
import { OfficeClient } from '../inbox/office-client.ts';
import { callbackPath } from '../login-handler.tsx';
import { OpenIdSignIn } from '../openid-sign-in.ts';
import { StaffHandler } from '../staff-handler.tsx';
import { StaffTokens } from '../staff-members.ts';
import { buildRefusals, buildRoomHandler } from './build-room-handler.ts';

export interface Someone {
  cookie: string;
  csrf: string;
}

export type StaffPages<Person extends string> = Awaited<ReturnType<typeof startStaffPages<Person>>>;

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

/** The staff pages over a platform of tests, at an address of their own, for people with these roles. */
export async function startStaffPages<Person extends string>(
  platform: ReleasePlatform,
  people: Readonly<Record<Person, string>>,
  { openId: settings, secret, needsApproval = false, office, addressOf = () => '192.0.2.7' }: Options = {},
) {
  const tokenOf = (name: string) => `a-token-of-${name}-for-tests`;
  const list = Object.entries(people).map(([name, role]) => `${name}:${tokenOf(name)}:${role}`);
  const tokens = new StaffTokens(list.join(','), JSON.stringify(settings));
  const refusals = buildRefusals();
  const server = createServer((asked, answer) => {
    const pathname = asked.url?.split('?')[0] ?? '';
    void handler.handle(asked, answer, pathname).then((isOurs) => isOurs || answer.writeHead(404).end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const place = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const callback = new URL(callbackPath, place);
  const handler = new StaffHandler({
    platform,
    tokens,
    openId: settings ? new OpenIdSignIn({ settings, secret: secret ?? null, key: tokens.key, callback }) : null,
    room: buildRoomHandler(platform, tokens.key, refusals, { needsApproval }),
    refusals,
    inbox: new InboxHandler({
      client: office ?? new OfficeClient('http://127.0.0.1:1', null),
      ...{ key: tokens.key, zone: 'America/Denver', people: tokens.officeNames },
    }),
    addressOf,
    secure: false,
  });

  async function post(path: string, fields: Readonly<Record<string, string>>, cookie = '') {
    const answer = await fetch(`${place}${path}`, {
      ...{ method: 'POST', redirect: 'manual', headers: { cookie } },
      body: new URLSearchParams(fields),
    });
    return { status: answer.status, location: answer.headers.get('location') ?? '', page: await answer.text(), answer };
  }
  const get = async (path: string, { cookie }: Pick<Someone, 'cookie'>) =>
    (await fetch(`${place}${path}`, { headers: { cookie } })).text();
  async function logIn(name: Person): Promise<Someone> {
    const { answer } = await post('/_ops/login', { token: tokenOf(name) });
    const cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    const csrf = /name="csrf" value="([^"]+)"/.exec(await get('/_ops', { cookie }))?.[1] ?? '';
    return { cookie, csrf };
  }
  const stop = () => {
    server.closeAllConnections();
    server.close();
  };
  return { place, key: tokens.key, tokenOf, post, get, logIn, stop };
}
