/** A message of the protocol of WebKit's inspector, or of Playwright's own part of it. */
export interface Message {
  id?: number;
  method?: string;
  params?: Params;
  result?: Params;
  error?: { message: string };
  /** Which page it is from or for, between Playwright and its browser. */
  pageProxyId?: string;
}

/** What a message says, by the protocol's names; whoever reads a value knows its type from the protocol. */
export type Params = Readonly<Record<string, unknown>>;

/** Texts from the inspector and from Playwright, which both write JSON of this shape. */
export function parseMessage(text: string): Message {
  return JSON.parse(text) as Message;
}
