import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { buildLead } from '../testing/build-forms.ts';
import { startTestApi } from '../testing/start-test-api.ts';
import { stop } from './app.ts';

interface Answer {
  status: number;
  connection: string | undefined;
}

function ask(url: string, agent: Agent): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sending = request(url, { agent }, (response) => {
      response.resume();
      response.once('end', () =>
        resolve({ status: response.statusCode ?? 0, connection: response.headers.connection }),
      );
    });
    sending.once('error', reject);
    sending.end();
  });
}

describe('a stop under load', () => {
  it('is not ready, ends each connection with a last answer, and breaks none', async () => {
    const api = await startTestApi();
    const agent = new Agent({ keepAlive: true });
    const answers: Answer[] = [];
    const sendUntilTold = async (): Promise<void> => {
      const answer = await ask(`${api.url}/api/ai-agents/by-name/demo-agent`, agent);
      answers.push(answer);
      if (answer.connection !== 'close') await sendUntilTold();
    };
    const senders = Array.from({ length: 16 }, sendUntilTold);
    await ask(`${api.url}/api`, agent);
    const stopped = stop(api.app);
    const ready = await ask(`${api.url}/api/health/ready`, agent);
    await Promise.all(senders);
    await stopped;
    await api.database.drop();
    expect(ready).toEqual({ status: 503, connection: 'close' });
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  });

  it('waits for a form that is still on its way', async () => {
    const api = await startTestApi();
    const form = JSON.stringify(buildLead());
    const socket = connect(Number(new URL(api.url).port), '127.0.0.1');
    const said = new Promise<string>((resolve) => {
      const chunks: Buffer[] = [];
      socket.on('data', (data) => chunks.push(data));
      socket.once('close', () => resolve(String(Buffer.concat(chunks))));
    });
    const head = `POST /api/leads HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${form.length}`;
    socket.write(`${head}\r\n\r\n${form.slice(0, 20)}`);
    await once(api.app.getHttpServer(), 'request');
    const stopped = stop(api.app);
    await ask(`${api.url}/api/health/live`, new Agent());
    socket.write(form.slice(20));
    expect(await said).toMatch(/^HTTP\/1\.1 201 /);
    await stopped;
    await api.database.drop();
  });
});
