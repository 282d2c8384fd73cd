/** Paths that read files, with a placeholder for the file. */
const roots = [
  '/',
  '/remotes/',
  '/remotes/mf-agents/',
  '/remotes/mf-agents/1.0.0-00000000/',
  '/shell/',
  '/composition/',
  '/attached_assets/',
  '/api/assets/',
  '/industries/',
];

/** Files outside of every root, or that no visitor may read. */
const targets = [
  'etc/passwd',
  'package.json',
  'shell/site.json',
  'keys/release-signing.pem',
  'releases/log/000000000001.json',
  'proc/self/environ',
];

/** `../` in every spelling that some server has accepted. */
const climbs = [
  '../',
  '%2e%2e/',
  '..%2f',
  '%2e%2e%2f',
  '%252e%252e%252f',
  '..%5c',
  '..\\',
  '....//',
  '..;/',
  '.%2e/',
  '..%c0%af',
  '%uff0e%uff0e%u2215',
  '..%00/',
  './../',
  '//../',
];

const long = 'a'.repeat(12_000);

/** Names that are no file's: control characters, broken escapes, overlong names, and names of object properties. */
const names = [
  '%00',
  'logo.svg%00.js',
  '%0d%0aSet-Cookie:%20a=b',
  '%',
  '%zz',
  '%c3%28',
  '%ff%fe',
  '%ed%a0%80',
  '%e2%80%ae',
  long,
  '%41'.repeat(4000),
  'a/'.repeat(5000),
  '../'.repeat(4000),
  '__proto__',
  'constructor',
  'hasOwnProperty',
  'toString/constructor',
  '.env',
  '.git/config',
  'release.json',
  'server/remote.cjs',
  'con',
  'C:%5cWindows%5cwin.ini',
  '~root',
  '*',
  '?../../etc/passwd',
  '1+mf-agents@../../etc',
  '1.json/../2.json',
  '$%7b7*7%7d',
  "'%20OR%201=1--",
  '<script>alert(1)</script>',
  '%3Cscript%3Ealert(1)%3C/script%3E',
];

/** Request targets that are no path: other hosts, other schemes, empty. */
const noPaths = [
  'http://169.254.169.254/latest/meta-data/',
  'http://localhost/',
  'https://example.com/',
  'file:///etc/passwd',
  '//example.com/',
  '//example.com/%2e%2e',
  '///etc/passwd',
  '\\\\example.com\\share',
  '/\\example.com',
  '/\\..\\..\\etc\\passwd',
  'etc/passwd',
  '*',
  '?',
  '#',
  '//',
  '/.//etc/passwd',
  '/%2f%2fexample.com',
  '/%5cexample.com',
];

const depths = [1, 8];

/** Builds more than 500 hostile paths from classes of tricks. */
export function buildHostilePaths(): string[] {
  const climbing = roots.flatMap((root, place) =>
    climbs.flatMap((climb, spelling) =>
      // One target for each spelling in each root is enough: the spelling matters more than the target.
      depths.map((depth) => root + climb.repeat(depth) + (targets[(place + spelling) % targets.length] ?? '')),
    ),
  );
  const named = roots.flatMap((root) => names.map((name) => root + name));
  // A request line cannot contain these unescaped. node:http would refuse to send them.
  return [...climbing, ...named, ...noPaths].map((path) => path.replaceAll(' ', '%20'));
}
