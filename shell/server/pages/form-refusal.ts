import type { IncomingMessage, ServerResponse } from 'node:http';
import { respond } from '../http/respond.ts';

/** What a visitor reads whose browser sent a form without our scripts: nothing was taken, and nothing is lost. */
const page = `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<title>This form needs JavaScript</title></head><body><main>
<h1>This form needs JavaScript</h1>
<p>Nothing was sent. Go back: what you typed is still there. Allow JavaScript for this site and send the form again, or
<a href="/contact">call or write to us</a>.</p>
</main></body></html>`;

/** Answers a form that was sent to its page: pages take nothing, forms are sent by script to the API. */
export function sendFormRefusal(request: IncomingMessage, response: ServerResponse): void {
  const headers = { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' };
  respond(request, response, { status: 405, headers, body: Buffer.from(page) });
}
