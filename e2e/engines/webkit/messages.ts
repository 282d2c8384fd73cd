import { messageOf } from 'kit/server/text';

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

/** Does the work of a command, and answers it with the result or the error. */
export async function answer(
  tell: (message: Message) => void,
  { id = 0 }: Message,
  work: () => Promise<Params | undefined>,
): Promise<void> {
  try {
    tell({ id, result: (await work()) ?? {} });
  } catch (error) {
    tell({ id, error: { message: messageOf(error) } });
  }
}
