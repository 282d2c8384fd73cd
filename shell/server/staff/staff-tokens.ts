import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** Shorter ones could be guessed. */
const shortestToken = 16;
const pairPattern = /^(?<name>[\p{L}\p{N}][\p{L}\p{N} ._-]{0,39}):(?<token>\S+)$/u;

/** Who may enter the staff page, each by a token of their own. */
export class StaffTokens {
  /** Sessions are sealed with it: whoever changes the tokens ends them all. */
  readonly key: Buffer;
  readonly #staff: readonly { name: string; digest: Buffer }[];

  /**
   * Takes STAFF_TOKENS: `name:token` pairs, separated by commas.
   *
   * @throws Error with one sentence that names what is wrong, never a token.
   */
  constructor(text: string) {
    this.key = createHash('sha256').update(`staff-1\0${text}`).digest();
    this.#staff = text.split(',').map((pair, index) => {
      const { name, token } = pairPattern.exec(pair.trim())?.groups ?? {};
      if (!name || !token) throw new Error(`STAFF_TOKENS: the pair ${index + 1} is not of the form name:token.`);
      if (token.length >= shortestToken) return { name, digest: this.#digest(token) };
      throw new Error(`STAFF_TOKENS: the token of ${name} is shorter than ${shortestToken} characters.`);
    });
  }

  /** Whose token it is. Every token is compared in full, so that time tells nothing. */
  nameOf(token: string): string | null {
    const given = this.#digest(token);
    const found = this.#staff.filter(({ digest }) => timingSafeEqual(digest, given));
    return found[0]?.name ?? null;
  }

  /** Still on the list. */
  knows(name: string): boolean {
    return this.#staff.some((member) => member.name === name);
  }

  #digest(token: string): Buffer {
    return createHmac('sha256', this.key).update(token).digest();
  }
}
