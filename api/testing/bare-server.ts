import express from 'express';
import pg from 'pg';
import { betweenWords, insertSubmission } from '../src/submissions/insert-submission.ts';
import { newReference } from '../src/submissions/reference.ts';
import { searchWordsOf } from '../src/submissions/search-words.ts';

// What the bench compares the API with: bare express and pg, running the same statements on the same database, with values
// of the same length. It validates nothing, limits nothing and logs nothing.

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 20 });
const app = express();
app.disable('x-powered-by').set('etag', false);

/** Those of the first form: what making hash and words costs is the API's, and what sending them costs is everybody's. */
let words: string | undefined;
const hash = '0'.repeat(64);

app.post('/api/leads', express.json(), async (request, response) => {
  const payload = JSON.stringify(request.body);
  const key = request.get('Idempotency-Key') ?? null;
  const reference = newReference('lead');
  words ??= searchWordsOf(request.body, reference, null).join(betweenWords);
  const who = [
    request.ip,
    request.get('User-Agent'),
    null,
    null,
    null,
    false,
    null,
    ['mail'],
    `${request.ip} lead`,
    null,
    null,
    null,
    words,
  ];
  const values = ['lead', reference, payload, key, hash, ...who];
  const { rows } = await pool.query({ ...insertSubmission, values });
  const { id, created_at: createdAt } = rows[0];
  response.status(201).json({ id, reference, createdAt });
});

app.get('/api/ai-agents/by-code/:code', async (request, response) => {
  const text = `select id, business_name as "businessName", tagline, eleven_labs_agent_id as "elevenLabsAgentId",
    agent_name as "agentName", agent_code as "agentCode" from agents where agent_code = $1 and deactivated_at is null`;
  const { rows } = await pool.query({ name: 'by-code', text, values: [request.params.code] });
  response.status(rows[0] ? 200 : 404).json(rows[0] ?? {});
});

const server = app.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.send?.({ type: 'ready', port: typeof address === 'object' && address ? address.port : 0 });
});
process.once('disconnect', () => process.exit(0));
