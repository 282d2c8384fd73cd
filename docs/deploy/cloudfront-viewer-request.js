// CloudFront function (runtime cloudfront-js-2.0) on viewer request of the behaviour /remotes/*, whose origin is the bucket.
// A browser's second try at a release has another address, /remotes/<remote>/<id>~1/...: in the bucket it is the same file.
// biome-ignore lint/correctness/noUnusedVariables: CloudFront calls it.
function handler(event) {
  const request = event.request;
  request.uri = request.uri.replace(/^(\/remotes\/[^/]+\/[^/~]+)~\d{1,4}\//, '$1/');
  return request;
}
