import { connect } from 'node:net';
import { expect, test } from '@playwright/test';
import { apiPortOf, siteDataFolder } from '../support/site-data.ts';

// Malformed bytes that no client library would send, to the site and to the API behind it.

/** Content that no response may have: system files, and headers that the sender injects. */
const leaks = /root:.*:0:0:|PRIVATE KEY|^(?:set-cookie|x-injected):/im;

const close = 'Host: localhost\r\nConnection: close\r\n';
const ask = (target: string) => `GET ${target} HTTP/1.1\r\n${close}\r\n`;

const targets: Record<string, string> = {
  'a raw NUL': ask('/hvac\0.js'),
  'a raw NUL for the API': ask('/api/ai-agents/by-name/a\0b'),
  'a raw end of line': ask('/hvac\r\nX-Injected: 1'),
  'a raw carriage return': ask('/hvac\rSet-Cookie: a=b'),
  'a raw line feed': ask('/hvac\nSet-Cookie: a=b'),
  'raw 8-bit': ask('/caf\xe9'),
  'raw 8-bit for the API': ask('/api/caf\xe9'),
  'raw 8-bit in a query': ask('/hvac?x=\xff\xfe'),
  'raw overlong UTF-8': ask('/\xc0\xae\xc0\xae/\xc0\xae\xc0\xae/etc/passwd'),
  'overlong UTF-8': ask('/%c0%ae%c0%ae/%e0%80%ae%e0%80%ae/etc/passwd'),
  'overlong UTF-8 for the API': ask('/api/ai-agents/by-name/%c0%af%f0%80%80%af'),
  'another host as the target': ask('http://169.254.169.254/latest/meta-data/'),
  'an own absolute target': ask('http://localhost/api/health/live'),
  'a target with a name': ask('http://a:b@localhost/'),
  'a file as the target': ask('file:///etc/passwd'),
  'an asterisk': ask('*'),
  'OPTIONS of an asterisk': `OPTIONS * HTTP/1.1\r\n${close}\r\n`,
  'no target': `GET  HTTP/1.1\r\n${close}\r\n`,
  'a tunnel': `CONNECT localhost:5432 HTTP/1.1\r\n${close}\r\n`,
  'a climb, encoded twice': ask('/%252e%252e/%252e%252e/%252e%252e/etc/passwd'),
  'a climb in files': ask('/shell/%252e%252e%252f%252e%252e%252fpackage.json'),
  'a climb out of the API': ask('/api/%252e%252e%252f%252e%252e%252fetc/passwd'),
  'a raw climb out of the API': ask('/api/../../../../etc/passwd'),
  'an encoded climb out of the API': ask('/api/%2e%2e/%2e%2e/_ops'),
  'a climb into the API': ask('/hvac/%2e%2e/api/health/live'),
  'no host': 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n',
  'two hosts': `GET /hvac/ HTTP/1.1\r\n${close}Host: evil.example\r\n\r\n`,
  'no version': 'GET /\r\n\r\n',
  'a version to come': `GET / HTTP/3.0\r\n${close}\r\n`,
  'the preface of HTTP/2': 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  'another protocol': `GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close, Upgrade\r\nUpgrade: h2c\r\n\r\n`,
  'another protocol of the API': `GET /api/health/live HTTP/1.1\r\nHost: localhost\r\nConnection: close, Upgrade\r\nUpgrade: websocket\r\n\r\n`,
  'an odd expectation': `POST /api/leads HTTP/1.1\r\n${close}Expect: everything\r\nContent-Length: 2\r\n\r\n{}`,
  noise: '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n',
};

/** A request that would be answered if the server saw the end of the previous one too early. */
const hidden = 'GET /api/health/ready HTTP/1.1\r\nHost: localhost\r\n\r\n';
const form = `POST /api/leads HTTP/1.1\r\n${close}Content-Type: application/json\r\n`;
const chunked = 'Transfer-Encoding: chunked\r\n';

const smuggled: Record<string, string> = {
  'a length and chunks': `${form}Content-Length: 6\r\n${chunked}\r\n0\r\n\r\n${hidden}`,
  'chunks and a length': `${form}${chunked}Content-Length: 3\r\n\r\n0\r\n\r\n${hidden}`,
  'two lengths': `${form}Content-Length: 2\r\nContent-Length: 60\r\n\r\n{}${hidden}`,
  'two lengths in one': `${form}Content-Length: 2, 60\r\n\r\n{}${hidden}`,
  'the same length twice': `${form}Content-Length: 2\r\nContent-Length: 2\r\n\r\n{}${hidden}`,
  'a signed length': `${form}Content-Length: +2\r\n\r\n{}${hidden}`,
  'a length below zero': `${form}Content-Length: -2\r\n\r\n{}${hidden}`,
  'a length in hexadecimal': `${form}Content-Length: 0x2\r\n\r\n{}${hidden}`,
  'an unknown coding': `${form}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n${hidden}`,
  'chunks inside of a coding': `${form}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n${hidden}`,
  'no coding and a length': `${form}Transfer-Encoding: identity\r\nContent-Length: 2\r\n\r\n{}${hidden}`,
  'chunks twice': `${form}${chunked}${chunked}\r\n2\r\n{}\r\n0\r\n\r\n${hidden}`,
  'a space before the colon': `${form}Transfer-Encoding : chunked\r\nContent-Length: 2\r\n\r\n0\r\n\r\n${hidden}`,
  'a folded header': `${form}X-Folded: a\r\n Transfer-Encoding: chunked\r\nContent-Length: 2\r\n\r\n{}${hidden}`,
  'a vertical tab': `${form}Transfer-Encoding:\x0bchunked\r\nContent-Length: 2\r\n\r\n{}${hidden}`,
  'bare line feeds': `${form.replaceAll('\r', '')}Content-Length: 2\n\n{}${hidden}`,
  'a line feed in a chunk extension': `${form}${chunked}\r\n2;a=\n\r\n{}\r\n0\r\n\r\n${hidden}`,
  'a chunk of no number': `${form}${chunked}\r\nZZ\r\n{}\r\n0\r\n\r\n${hidden}`,
  'a chunk below zero': `${form}${chunked}\r\n-2\r\n{}\r\n0\r\n\r\n${hidden}`,
  'a chunk without an end': `${form}${chunked}\r\nFFFFFFFFFFFFFFFFF\r\n{}\r\n0\r\n\r\n${hidden}`,
  'a length that its connection keeps': form
    .replace('close', 'close, Content-Length')
    .concat(`Content-Length: ${hidden.length}\r\n\r\n${hidden}`),
  'a body of a page': `GET /hvac HTTP/1.1\r\n${close}Content-Length: ${hidden.length}\r\n\r\n${hidden}`,
  'a body of a look-up': `GET /api/health/live HTTP/1.1\r\n${close}Content-Length: ${hidden.length}\r\n\r\n${hidden}`,
  'chunks of a look-up': `GET /api/health/live HTTP/1.1\r\n${close}${chunked}\r\n${hidden.length.toString(16)}\r\n${hidden}\r\n0\r\n\r\n`,
};

/** Sends raw bytes and returns everything until the server closes the connection. */
function exchange(port: number, bytes: string): Promise<string> {
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect(port, 'localhost');
    socket.setEncoding('latin1');
    socket.on('data', (part) => {
      answer += part;
    });
    // The close event follows a reset, so the error needs no handling.
    socket.on('error', () => {});
    socket.on('close', () => resolve(answer));
    socket.write(bytes, 'latin1');
  });
}

const statusesOf = (answer: string) =>
  [...answer.matchAll(/^HTTP\/1\.1 (\d{3}) /gm)].map(([, status]) => Number(status));

/** The ports of the site and of the API behind it. */
const findPorts = async (): Promise<[string, number][]> => [
  ['site', Number(new URL(process.env.BASE_URL ?? '').port)],
  ['API', await apiPortOf(siteDataFolder())],
];

test('malformed bytes get no server error, no file from outside and no injected header', async () => {
  const wrong: string[] = [];
  for (const [name, port] of await findPorts()) {
    for (const [what, bytes] of Object.entries(targets)) {
      const answer = await exchange(port, bytes);
      // The server closes a CONNECT request without an answer.
      const isAnswered = what === 'a tunnel' ? answer === '' : statusesOf(answer).length > 0;
      const isCalm = statusesOf(answer).every((status) => status < 500);
      if (!isAnswered || !isCalm || leaks.test(answer)) wrong.push(`${name}, ${what}: ${answer.slice(0, 300)}`);
    }
  }
  expect(wrong).toEqual([]);
});

test('a request cannot smuggle another one past the site to the API, nor into the response of another visitor', async ({
  request,
}) => {
  const wrong: string[] = [];
  for (const [name, port] of await findPorts()) {
    for (const [what, bytes] of Object.entries(smuggled)) {
      const answer = await exchange(port, bytes);
      const [first = 0, ...more] = statusesOf(answer);
      const isLookUp = bytes.startsWith('GET');
      const isExpected = isLookUp ? [200, 404].includes(first) : first >= 400 && first < 500;
      if (!isExpected || more.length > 0) wrong.push(`${name}, ${what}: ${answer}`);
      // The next requests over the connections between site and API get their own responses.
      const id = crypto.randomUUID();
      const next = await request.get(`/api/ai-agents/by-name/${id}`);
      if (next.status() !== 404) wrong.push(`the visitor after ${what}: ${next.status()}`);
    }
  }
  expect(wrong).toEqual([]);
});
