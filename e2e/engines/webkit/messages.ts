/** A message of WebKit's inspector protocol, or of Playwright's extension of it. */
export interface Message {
  id?: number;
  method?: string;
  params?: Params;
  result?: Params;
  error?: { message: string };
  /** The page of a message between Playwright and its browser. */
  pageProxyId?: string;
}

/** Parameters by their protocol names. The protocol defines the type of each value. */
export type Params = Readonly<Record<string, unknown>>;

/** Parses a message. The cast is safe: the inspector and Playwright both write JSON of this shape. */
export function parseMessage(text: string): Message {
  return JSON.parse(text) as Message;
}
