import { generateKeyPairSync, sign } from 'node:crypto';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';

export interface ProviderPerson {
  sub: string;
  preferred_username?: string;
  email?: string;
  groups?: readonly string[];
}

export const client = { id: 'the-site', secret: 'a-client-secret-for-tests' };
const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const signingKey = { ...privateKey.export({ format: 'jwk' }), kid: '1' };

/** A provider of OpenID Connect on a port of its own. It signs in `person` without asking anything. */
export async function startProvider() {
  let listener: RequestListener = () => {};
  let person: ProviderPerson | null = null;
  /** An issuer that ID tokens name in place of the right one, under a right signature. */
  let wrongIssuer: string | null = null;
  const server = createServer((request, response) => listener(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  /** The provider takes its redirect addresses when it is made, and the site has an address only later. */
  function open(redirect: string): void {
    const provider: Provider = new Provider(issuer, {
      clients: [
        {
          client_id: client.id,
          client_secret: client.secret,
          redirect_uris: [redirect],
          token_endpoint_auth_method: 'client_secret_post',
        },
      ],
      cookies: { keys: ['a-key-of-tests'] },
      jwks: { keys: [signingKey] },
      claims: { openid: ['sub'], profile: ['preferred_username', 'groups'], email: ['email'] },
      conformIdTokenClaims: false,
      features: { devInteractions: { enabled: false } },
      interactions: { url: () => '/sign-in' },
      findAccount: (_, sub) => ({ accountId: sub, claims: async () => ({ ...person, sub }) }),
      async loadExistingGrant({ oidc }) {
        const grant = new provider.Grant({ clientId: client.id, accountId: oidc.session?.accountId ?? '' });
        grant.addOIDCScope('openid profile email');
        await grant.save();
        return grant;
      },
    });
    provider.use(async (context, next) => {
      if (context.path === '/sign-in') {
        const result = person ? { login: { accountId: person.sub } } : { error: 'access_denied' };
        await provider.interactionFinished(context.req, context.res, result, { mergeWithLastSubmission: false });
        context.respond = false;
        return;
      }
      await next();
      // The body is the answer of the token endpoint.
      const body = context.body as { id_token: string };
      if (context.path === '/token' && wrongIssuer !== null)
        context.body = { ...body, id_token: reissue(body.id_token, wrongIssuer) };
    });
    listener = provider.callback();
  }
  return {
    issuer,
    open,
    set person(next: ProviderPerson | null) {
      person = next;
    },
    set wrongIssuer(next: string | null) {
      wrongIssuer = next;
    },
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** An ID token with another issuer, signed with the same key. */
function reissue(token: string, iss: string): string {
  const [header = '', payload = ''] = token.split('.');
  const claims = { ...JSON.parse(Buffer.from(payload, 'base64url').toString()), iss };
  const text = `${header}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}`;
  return `${text}.${sign('sha256', Buffer.from(text), privateKey).toString('base64url')}`;
}
