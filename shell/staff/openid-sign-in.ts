import { assigneePattern } from 'kit/contracts/office';
import type { OpenIdSettings } from 'kit/contracts/site-config';
import { defineSignedToken, isEqual } from 'kit/server/signed-token';
import { messageOf } from 'kit/server/text';
import * as openId from 'openid-client';
import * as z from 'zod/mini';
import { StaffRefusal } from './staff-http.ts';
import { parseRole, type StaffRole } from './staff-members.ts';
import type { OpenIdMember } from './staff-session.ts';

/** In seconds, for each answer of the provider. It is short, because in an incident staff must see a page soon. */
const timeout = 5;
/** In milliseconds, from the start of a sign-in to the answer of the provider. */
export const signInTime = 10 * 60_000;
const noSignIn = 'Nobody was signed in.';
const tokensWork = 'Tokens of STAFF_TOKENS still work.';

/** The signed cookie of a sign-in under way: `state` (RFC 6749), `code_verifier` (RFC 7636) and `nonce` (OpenID Connect Core). */
const flowToken = defineSignedToken({
  purpose: 'sign-in',
  schema: z.strictObject({ state: z.string(), nonce: z.string(), verifier: z.string(), expires: z.int() }),
});

interface OpenIdParts {
  settings: OpenIdSettings;
  /** Null for a public client, which PKCE alone protects. */
  secret: string | null;
  key: Buffer;
  /** The address on this site to which the provider sends people back. */
  callback: URL;
}

/** Signs people in at a provider of OpenID Connect: authorization code flow with PKCE, state and nonce. */
export class OpenIdSignIn {
  readonly #parts: OpenIdParts;
  readonly #roles: ReadonlyMap<string, StaffRole>;
  #discovery: Promise<openId.Configuration> | null = null;

  /** @throws Error with one sentence for a group whose role does not exist. */
  constructor(parts: OpenIdParts) {
    this.#parts = parts;
    this.#roles = new Map(
      Object.entries(parts.settings.groups).map(([group, text]) => {
        const role = parseRole(text);
        if (role) return [group, role];
        const words = `the role of the group ${group} is none of read, office, operate and own=mf-x+mf-y.`;
        throw new Error(`The site configuration, staff.openId.groups: ${words}`);
      }),
    );
  }

  get host(): string {
    return new URL(this.#parts.settings.issuer).host;
  }

  /** Gives the address at the provider, and the cookie's value. @throws StaffRefusal */
  async begin(): Promise<{ location: string; flow: string }> {
    const { settings, key, callback } = this.#parts;
    const config = await this.#discover();
    const verifier = openId.randomPKCECodeVerifier();
    const [state, nonce] = [openId.randomState(), openId.randomNonce()];
    const { href: location } = openId.buildAuthorizationUrl(config, {
      ...{ redirect_uri: callback.href, scope: settings.scope ?? 'openid profile email', state, nonce },
      code_challenge: await openId.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    });
    return { location, flow: flowToken.create(key, { state, nonce, verifier, expires: Date.now() + signInTime }) };
  }

  /** Reads what the browser brings from the provider; `flow` is the cookie's value. @throws StaffRefusal */
  async finish(answer: URLSearchParams, flow: string | undefined): Promise<OpenIdMember> {
    const { key, callback } = this.#parts;
    const begun = flowToken.parse(key, flow ?? '');
    if (!begun) {
      const words = `${noSignIn} This browser did not begin a sign-in here in the last ten minutes, or it keeps no cookies.`;
      throw new StaffRefusal(403, `${words} Open ${new URL('/_ops', callback)} and log in again.`);
    }
    if (!isEqual(answer.get('state') ?? '', begun.state)) {
      throw new StaffRefusal(403, `${noSignIn} This answer of the provider belongs to another sign-in. Log in again.`);
    }
    const config = await this.#discover();
    const address = new URL(callback);
    address.search = answer.toString();
    const checks = {
      pkceCodeVerifier: begun.verifier,
      expectedState: begun.state,
      expectedNonce: begun.nonce,
      idTokenExpected: true,
    };
    const tokens = await openId.authorizationCodeGrant(config, address, checks).catch((error: unknown) => {
      throw this.#refusalOf(error);
    });
    return this.#memberOf(tokens.claims() ?? { sub: '' });
  }

  async #discover(): Promise<openId.Configuration> {
    const { issuer, clientId } = this.#parts.settings;
    const { secret } = this.#parts;
    this.#discovery ??= openId.discovery(new URL(issuer), clientId, secret ?? undefined, undefined, {
      timeout,
      execute: [
        // Checks the signature of the ID token also where TLS vouches for the token endpoint.
        openId.enableNonRepudiationChecks,
        // The site configuration takes plain http for loopback only.
        ...(issuer.startsWith('http:') ? [openId.allowInsecureRequests] : []),
      ],
    });
    try {
      return await this.#discovery;
    } catch (error) {
      this.#discovery = null;
      throw this.#refusalOf(error);
    }
  }

  /** @throws StaffRefusal for an account without a role, or without a usable name */
  #memberOf(claims: Pick<openId.IDToken, 'sub'> & Readonly<Record<string, unknown>>): OpenIdMember {
    const { sub: subject, preferred_username: username, email, groups } = claims;
    const name = [username, email].find((text) => typeof text === 'string' && assigneePattern.test(text));
    if (typeof name !== 'string') {
      const words = `${noSignIn} The provider gave no name for your account that the log can show.`;
      throw new StaffRefusal(403, `${words} Ask an operator of ${this.host} for a preferred_username or an email.`);
    }
    const own: readonly unknown[] = Array.isArray(groups) ? groups : [];
    const [, role] = [...this.#roles].find(([group]) => own.includes(group)) ?? [];
    if (role) return { name, role, subject };
    const words = `${name} is in no group that may enter the staff pages.`;
    throw new StaffRefusal(403, `${words} Ask an operator of the site for a group, then log in again.`);
  }

  #refusalOf(error: unknown): StaffRefusal {
    const { host } = this;
    const refusal = (status: number, words: string) =>
      new StaffRefusal(status, `${noSignIn} ${words}`, null, { cause: error });
    if (error instanceof openId.AuthorizationResponseError)
      return refusal(403, `${host} did not sign you in (${error.error}). Log in again.`);
    if (error instanceof openId.ResponseBodyError) {
      return error.error === 'invalid_grant'
        ? refusal(403, `${host} refused the code of this sign-in: it was used before, or is too old. Log in again.`)
        : refusal(
            502,
            `${host} refused this site (${error.error}). An operator has to check its client. ${tokensWork}`,
          );
    }
    const { code, cause = error } = error instanceof openId.ClientError ? error : {};
    if (code === 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED') {
      const words = `The provider at ${host} is another issuer than staff.openId.issuer of the site configuration.`;
      return refusal(502, `${words} An operator has to correct it. ${tokensWork}`);
    }
    if (code?.startsWith('OAUTH_JWT') || code === 'OAUTH_INVALID_RESPONSE') {
      return refusal(403, `The answer of ${host} is not valid for this site: ${messageOf(cause)}. Log in again.`);
    }
    return refusal(503, `${host} cannot be reached: ${messageOf(cause)}. Try again in a minute. ${tokensWork}`);
  }
}
