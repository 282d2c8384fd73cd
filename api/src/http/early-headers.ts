import { ServerResponse } from 'node:http';

const early = Symbol('early headers');

interface Answering extends ServerResponse {
  [early]?: string[] | undefined;
}

/**
 * The headers that are known before anybody answers, name and value in turn; more may be added. They go to Node as one list
 * when the answer does, which costs a third of setting each, unless who answers sets some, too: a header that is set counts.
 */
export function earlyHeaders(response: ServerResponse): string[] {
  const answering: Answering = response;
  answering[early] ??= [];
  return answering[early];
}

/** Has the responses of this prototype send their early headers. */
export function sendEarlyHeaders(prototype: ServerResponse): void {
  prototype.writeHead = function (this: Answering, ...given: Parameters<ServerResponse['writeHead']>) {
    const list = this[early];
    if (list === undefined) return writeHead.apply(this, given);
    this[early] = undefined;
    if (given.length === 1 && this.getHeaderNames().length === 0) return writeHead.call(this, given[0], list);
    for (let at = 0; at < list.length; at += 2) setMissing(this, list[at] ?? '', list[at + 1] ?? '');
    return writeHead.apply(this, given);
  } as ServerResponse['writeHead']; // It takes what Node's takes, in all its forms.
}

const { writeHead } = ServerResponse.prototype;

function setMissing(response: ServerResponse, name: string, value: string): void {
  if (!response.hasHeader(name)) response.setHeader(name, value);
}
