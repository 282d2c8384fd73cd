// Cloudflare Worker on the route example.com/remotes/*, with an R2 binding RELEASES and a variable PREFIX (the prefix of
// RELEASE_STORE, `site`). Gives the files that browsers may have and nothing else of the bucket.
// biome-ignore lint/style/noDefaultExport: Cloudflare asks for it.
export default {
  async fetch(request, { RELEASES, PREFIX }) {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return new Response(null, { status: 405, headers: { Allow: 'GET, HEAD' } });
    }
    // A browser's second try at a release has another address, <id>~1: in the bucket it is the same file.
    const path = new URL(request.url).pathname.replace(/^(\/remotes\/[^/]+\/[^/~]+)~\d{1,4}\//, '$1/');
    const object = path.startsWith('/remotes/') ? await RELEASES.get(`${PREFIX}${path}`) : null;
    if (!object) {
      return new Response('There is no file at this address.', {
        status: 404,
        headers: { 'Cache-Control': 'no-store', 'Content-Type': 'text/plain; charset=utf-8' },
      });
    }
    const headers = new Headers({ ETag: object.httpEtag });
    // Content-Type and Cache-Control, as they were uploaded.
    object.writeHttpMetadata(headers);
    return new Response(request.method === 'HEAD' ? null : object.body, { headers });
  },
};
