export interface RefusalWords {
  status: number;
  code: string;
  /** Seconds until a retry. */
  retryAfter?: number;
}

/** A refused call: one sentence that names what is wrong, and a stable code. */
export class SquadRefusal extends Error {
  override readonly name = 'SquadRefusal';
  readonly status: number;
  readonly code: string;
  readonly retryAfter: number | undefined;

  constructor({ status, code, retryAfter }: RefusalWords, message: string, options?: ErrorOptions) {
    super(message, options);
    this.status = status;
    this.code = code;
    this.retryAfter = retryAfter;
  }
}

export function badRequest(message: string, options?: ErrorOptions): SquadRefusal {
  return new SquadRefusal({ status: 400, code: 'bad-request' }, message, options);
}

export function digestRefusal(): SquadRefusal {
  return new SquadRefusal(
    { status: 400, code: 'digest' },
    'What arrived is not what was signed: its digest is another one. Something between changed it; send it again.',
  );
}

/** Staff commands in the platform's sentences, and their replacements for a squad. The first match is used. */
const inPlaceOf: readonly (readonly [RegExp, string])[] = [
  [/"npm run release -- keys" lists who may/g, '"npx remote status" says what your key may do'],
  [/"npm run release -- log[^"]*" tells what was live/g, '"npx remote status" tells what was live'],
  [/"npm run release -- (?:list|status|log)\b[^"]*"/g, '"npx remote status"'],
  [/"(?:npm run release -- )?rollback mf-[\w-]+ --to <id>"/g, '"npx remote rollback --to <id> --reason ..."'],
  [/"(?:npm run release -- )?abort mf-[\w-]+"/g, '"npx remote abort"'],
  [/(?<command>"npm run release -- unfreeze [^"]+") ends that/g, "the site's staff end that ($<command>)"],
  [/(?<command>"npm run release -- resume [^"]+") lets it go on/g, "the site's staff let it go on ($<command>)"],
  [/Have it signed by a key that may: /g, 'Publish it with a key that may, or have staff sign it: '],
  [/Put the file back, or run "npm run release -- repair", which moves it aside\./g, "Tell the site's staff."],
];

/** Rewrites a sentence for a squad, which has `npx remote` and no access to the store. It says so if only staff can help. */
export function toSquadWording(sentence: string): string {
  return inPlaceOf.reduce((text, [pattern, words]) => text.replace(pattern, words), sentence);
}
