import { randomUUID } from 'node:crypto';
import { isEqual, signText } from 'kit/server/signed-token';
import { parseJson } from 'kit/server/text';
import * as z from 'zod/mini';
import type { StoreNotes } from '../../platform/index.ts';
import type { StaffSession } from '../staff-session.ts';

/** How long a request waits for a second person, in milliseconds. */
const validFor = 3_600_000;
/** How long a request can be looked at, in milliseconds. */
const keptFor = 24 * 3_600_000;

const requestSchema = z.strictObject({
  name: z.string(),
  act: z.string(),
  form: z.string(),
  by: z.string(),
  account: z.string(),
  /** Milliseconds since 1970. */
  at: z.int(),
});
const signedSchema = z.strictObject({ text: z.string(), signature: z.string() });
const decisionSchema = z.strictObject({ by: z.string(), action: z.enum(['approve', 'decline']), at: z.int() });

export type Decision = z.infer<typeof decisionSchema>;

/** An act on the whole site that one person asked for, and that a second person approves or declines. */
export interface ApprovalRequest extends z.infer<typeof requestSchema> {
  /** Null until a person decides. */
  decision: Decision | null;
}

export function expiryOf({ at }: Pick<ApprovalRequest, 'at'>): number {
  return at + validFor;
}

/** Whether it can still be approved, apart from a change of the revision. */
export function isPending(request: ApprovalRequest): boolean {
  return request.decision === null && Date.now() < expiryOf(request);
}

/** The name in the log for an act that two people did. */
export function approvedBy(first: string, second: string): string {
  return `${first}, approved by ${second}`;
}

/**
 * The requests of a site, as notes in the release store, which all shell servers share. A request is signed, so that
 * write access to the store is not enough to forge the first of the two people.
 */
export class Approvals {
  readonly #notes: StoreNotes.Notes;
  readonly #key: Buffer;

  constructor(notes: StoreNotes.Notes, key: Buffer) {
    this.#notes = notes;
    this.#key = key;
  }

  /** Gives the name of the request. A button that was pressed twice makes one. */
  async ask(act: string, form: string, { name: by, account }: Pick<StaffSession, 'name' | 'account'>): Promise<string> {
    const isSame = (one: ApprovalRequest) => one.act === act && one.form === form && one.account === account;
    const same = (await this.readAll()).find((one) => isPending(one) && isSame(one));
    if (same) return same.name;
    const at = Date.now();
    const name = `${at}-${randomUUID().slice(0, 8)}`;
    const text = JSON.stringify({ name, act, form, by, account, at });
    await this.#notes.add(name, JSON.stringify({ text, signature: this.#sign(text) }));
    await this.#removeOld(at);
    return name;
  }

  async readAll(): Promise<ApprovalRequest[]> {
    const notes = await this.#notes.readAll();
    const requests = [...notes].flatMap(([name, note]): ApprovalRequest[] => {
      const signed = name.includes('.') ? null : parseJson(signedSchema, note);
      if (!signed || !isEqual(signed.signature, this.#sign(signed.text))) return [];
      const request = parseJson(requestSchema, signed.text);
      // A copy of a request under another name would be a second request.
      if (request?.name !== name) return [];
      return [{ ...request, decision: parseJson(decisionSchema, notes.get(decisionName(name)) ?? '') }];
    });
    return requests.sort((one, other) => other.at - one.at);
  }

  /** Gives false when another person has decided already. */
  decide(name: string, decision: Decision): Promise<boolean> {
    return this.#notes.add(decisionName(name), JSON.stringify(decision));
  }

  async #removeOld(now: number): Promise<void> {
    for (const name of (await this.#notes.readAll()).keys()) {
      if (Number(/^\d+/.exec(name)?.[0] ?? 0) + keptFor < now) await this.#notes.remove(name);
    }
  }

  #sign(text: string): string {
    return signText(this.#key, 'approval', text);
  }
}

function decisionName(name: string): string {
  return `${name}.decision`;
}
